/** Sends what people entered in order, each item once, through lost lines, reloads and tabs of the same browser. */

/** @import { Item, Lane } from "./store.js" */

import { LostLine, Problem } from "../lib/api.js";
import { addItem, readItems, readLane, removeItems, writeItems } from "./store.js";

const PATIENCE = 20_000; // milliseconds before a request counts as lost
const FIRST_PAUSE = 250; // milliseconds before the second try; each pause is twice as long
const LONGEST_PAUSE = 30_000;
const HALF_SECOND = 500; // the time in the header of a reply is cut to seconds

/** Sending goes on only after somebody has decided: `state` is what the page then shows. */
export class Stopped extends Error {
  /** @param {string} status @param {Partial<QueueState>} [details] */
  constructor(status, details = {}) {
    super(status);
    this.state = { status, ...details };
  }
}

/**
 * What the page shows: `sent` (nothing waits), `sending`, `away` (saved in this browser, without a line to the service),
 * or why the queue stands still: `refused` and `diverged` (a kind of queue says what that is), `replaced` (the right to
 * enter is another device's), or `failed` with the `problem` of the service.
 * `items` wait, the oldest first.
 * @typedef {{status: string, waiting: number, items: Item[], problem?: Problem, refused?: any,
 *   mistake?: {sentence: string, column: number, rule: string}, since?: any[], last?: number}} QueueState
 */

export class Queue {
  /**
   * A queue for one lane. A kind of queue defines `deliver`, which sends the first of the items, and returns those that
   * the service has, and the memory of the lane; it throws `LostLine` or `Stopped`.
   * @param {string} lane
   * @param {(state: QueueState) => void} showState
   */
  constructor(lane, showState) {
    this.lane = lane;
    this.showState = showState;
    /** @type {QueueState} */
    this.state = { status: "sent", waiting: 0, items: [] };
    /** @type {Item[]} */
    this.items = [];
    /** @type {Lane} */
    this.memory = { last: 0, offset: null };
    this.failures = 0;
    this.isSending = this.isWanted = false;
    this.tabs = new BroadcastChannel(`recount.${lane}`);
    this.tabs.onmessage = () => this.read();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.state.status === "away") this.retry();
    });
  }

  /** Reads what waits, and begins to send it. */
  async open() {
    await this.read();
    this.send();
    return this;
  }

  /**
   * Saves something to send, and returns its id once it is on the disk of this device.
   * @param {Item["content"]} content
   */
  async add(content) {
    const id = crypto.randomUUID();
    const { offset } = await readLane(this.lane);
    await addItem({ lane: this.lane, id, at: Date.now(), offset, tried: false, content });
    await this.#tell();
    if (this.isMoving) this.send();
    return id;
  }

  /** Sends what waits, also after the queue has stopped. */
  retry() {
    this.failures = 0;
    return this.send();
  }

  /** Sends until nothing waits, the line is lost or the queue stops. One tab sends at a time. */
  async send() {
    this.isWanted = true;
    if (this.isSending) return;
    this.isSending = true;
    clearTimeout(this.later);
    try {
      while (this.isWanted) {
        this.isWanted = false;
        await this.alone(() => this.#sendAll());
      }
    } finally {
      this.isSending = false;
    }
  }

  /** Calls `work` while no tab of this browser sends from this lane. @template T @param {() => Promise<T>} work */
  alone(work) {
    return navigator.locks.request(`recount.${this.lane}`, work);
  }

  /** Whether the queue moves by itself: nobody has to decide anything. */
  get isMoving() {
    return ["sent", "sending", "away"].includes(this.state.status);
  }

  async #sendAll() {
    await this.read();
    while (this.items.length) {
      this.#show({ status: "sending" });
      try {
        await this.deliver();
      } catch (trouble) {
        return this.#standStill(trouble);
      }
      this.failures = 0;
      await this.#tell();
    }
    this.#show({ status: "sent" });
  }

  /**
   * Stores that the service has `items`, with what the lane remembers from now on.
   * @param {Item[]} items @param {Lane} memory
   */
  async settle(items, memory) {
    this.memory = memory;
    await removeItems(items, this.lane, memory);
  }

  /** Stores that `items` go out: from now on the service may have them. @param {Item[]} items */
  async markTried(items) {
    const fresh = items.filter(({ tried }) => !tried);
    if (fresh.length) await writeItems(fresh.map((item) => Object.assign(item, { tried: true })));
  }

  /** @param {Error} trouble */
  async #standStill(trouble) {
    if (trouble instanceof Stopped) {
      await this.#tell(); // the service has taken the items before
      this.#show(trouble.state);
      this.isWanted &&= this.isMoving; // what was added meanwhile waits for the decision
      return;
    }
    if (!(trouble instanceof LostLine)) throw trouble;
    this.#show({ status: "away" });
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.failures++);
    this.later = setTimeout(() => this.send(), pause);
  }

  /** Stands still for a reason that something else than a reply of the service has shown. @param {string} status */
  stop(status) {
    this.#show({ status });
  }

  /** Reads what waits, and shows it; other tabs may have changed it. An offset that this tab measured stays. */
  async read() {
    this.items = await readItems(this.lane);
    const lane = await readLane(this.lane);
    this.memory = { ...lane, offset: this.memory.offset ?? lane.offset };
    this.#show({});
  }

  /** Reads what waits, and lets other tabs do so. */
  async #tell() {
    await this.read();
    this.tabs.postMessage("changed");
  }

  /** @param {Partial<QueueState>} change */
  #show(change) {
    const base = change.status ? {} : this.state;
    const { items } = this;
    this.state = /** @type {QueueState} */ ({ ...base, ...change, waiting: items.length, items });
    this.showState(this.state);
  }

  /**
   * Returns the response to a request, and measures the offset of the clock of the service. Throws `LostLine` also for a
   * service that is away or has too much to do, and `Stopped` for other refusals than those with a status in `expected`.
   * @param {string} path
   * @param {RequestInit} options
   * @param {number[]} expected
   */
  async request(path, options, expected = []) {
    const start = Date.now();
    let response;
    let body;
    try {
      response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
      body = await response.text(); // the reply may break off
    } catch (error) {
      throw new LostLine(error.message);
    }
    const time = Date.parse(response.headers.get("Date") ?? "");
    if (time) this.memory.offset = time + HALF_SECOND - Math.round((start + Date.now()) / 2);
    if (response.status >= 500 || response.status === 429) throw new LostLine(response.statusText);
    if (response.ok || expected.includes(response.status)) return { response, body };
    const problem = new Problem(readProblem(response, body));
    const isReplaced = response.status === 401 || problem.slug === "not-yours";
    throw new Stopped(isReplaced ? "replaced" : "failed", { problem });
  }

  /** Sends the first items; a kind of queue defines it. */
  async deliver() {}
}

/**
 * Returns the problem in a refusal, or one with the words of its status.
 * @param {Response} response @param {string} body
 */
export function readProblem(response, body) {
  try {
    return JSON.parse(body);
  } catch {
    return { status: response.status, title: response.statusText };
  }
}
