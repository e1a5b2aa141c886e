/** The queue of a scribe's entries: each goes to the service once, in order, in batches. */

/** @import { QueueState } from "./queue.js" */
/** @import { EntriesReply, RecordedEntry } from "../contract.d.ts" */
/** @import { Item } from "./store.js" */

import { query } from "../lib/dom.js";
import { Problem } from "../lib/api.js";
import { replaceItems, writeItems } from "./store.js";
import { Queue, Stopped, readProblem } from "./queue.js";

const BATCH = 50; // entries in one request
const TOGETHER = 3; // typed lines that are read as one

/**
 * An entry as the page makes it: the answer of a seat, or null for the start of the match, with the cards that became
 * visible until it, and the notation as somebody typed it.
 * @typedef {{seat: number | null, picks: string[], sightings?: {card: string, how?: string}[], text?: string, leaves?: boolean}} Entry
 */

/**
 * A line in notation, typed where the service could not read it; it becomes entries once it is sent.
 * @typedef {{line: string}} Typed
 *
 * @typedef {NonNullable<QueueState["mistake"]>} Mistake
 */

export class EntryQueue extends Queue {
  /**
   * The queue for a match, seen as `viewer`. `showState` gets each change, and `showReply` each reply of the service
   * (`EntriesReply`). Besides those of `Queue` there are three reasons to stop: `refused` with the refusal of the first
   * entry that waits, `mistyped` with the `mistake` in the first line that waits, and `diverged` with the entries `since` of
   * others, up to number `last`.
   * @param {{match: string, viewer: string, showState: (state: QueueState) => void, showReply: (reply: any) => void}} options
   */
  constructor({ match, viewer, showState, showReply }) {
    super(`entries ${match}`, showState);
    this.path = `/api/v1/matches/${match}/entries`;
    this.readingPath = `/m/${match}/record/lines`;
    this.viewer = viewer;
    this.showReply = showReply;
  }

  /** A mistyped line may go on in the next one. */
  get isMoving() {
    return super.isMoving || this.state.status === "mistyped";
  }

  /** Returns the entries that wait, with their ids, in order. */
  get waiting() {
    return this.items.map(({ id, content }) => ({ id, ...content }));
  }

  /**
   * Remembers that the service has `last` entries: after an amendment of this page, or a look at the match. Entries that
   * wait then follow that one.
   * @param {number} last
   */
  async follow(last) {
    await this.alone(() => this.settle([], { ...this.memory, last }));
    await this.retry();
  }

  /**
   * Takes back an entry that waits. Returns false if the service has it: then the page amends it. Throws `LostLine`
   * where only the service could tell.
   * @param {string} id
   * @returns {Promise<boolean>}
   */
  async drop(id) {
    const isDropped = await this.alone(() => this.#change(id, () => undefined));
    await this.retry();
    return isDropped;
  }

  /**
   * Puts another entry in the place of one that waits, such as a refused one. Returns false if the service has that.
   * @param {string} id
   * @param {Entry | Typed} entry
   * @returns {Promise<boolean>}
   */
  async replace(id, entry) {
    const fresh = { id: crypto.randomUUID(), tried: false, content: entry };
    const isReplaced = await this.alone(() => this.#change(id, (item) => ({ ...item, ...fresh })));
    await this.retry();
    return isReplaced;
  }

  /** Returns what waits as text, for a device that may not send it any more. */
  exportText() {
    return this.items.map((item) => JSON.stringify(this.#body(item))).join("\n");
  }

  async deliver() {
    if (this.memory.offset === null) await this.#readSince(); // which measures it
    const [first] = this.items;
    if (first.content.line) return this.#readLines();
    const end = this.items.findIndex(({ content }) => content.line);
    const batch = this.items.slice(0, end < 0 ? BATCH : Math.min(end, BATCH));
    await this.markTried(batch);
    const { response, body } = await this.request(
      `${this.path}?lang=${document.documentElement.lang}`,
      {
        method: "POST",
        headers: { "Content-Type": "application/json", ...this.#headers() },
        body: JSON.stringify({
          after: this.memory.last,
          entries: batch.map((item) => this.#body(item)),
        }),
      },
      [409],
    );
    if (response.status === 409) return this.#catchUp(new Problem(readProblem(response, body)));
    /** @type {EntriesReply} */
    const reply = JSON.parse(body);
    const ids = reply.entries.map(({ id }) => id);
    const written = batch.filter(({ id }) => ids.includes(id));
    const last = reply.entries.at(-1)?.number ?? this.memory.last;
    await this.settle(written, { ...this.memory, last });
    await this.read(); // what still waits
    this.showReply(reply);
    if (reply.refused) throw new Stopped("refused", { refused: reply.refused });
  }

  /**
   * Lets the service read the first typed line, and puts its entries in its place. A line may lack a card that the next
   * one names, at the beginning of a turn: then they are read together.
   */
  async #readLines() {
    const end = this.items.findIndex(({ content }) => !content.line);
    const typed = this.items.slice(0, end < 0 ? TOGETHER : Math.min(end, TOGETHER));
    /** @type {Mistake | undefined} */
    let first;
    for (let count = 1; count <= typed.length; count++) {
      const lines = typed.slice(0, count);
      const { entries, mistake } = await this.#read(lines.map(({ content }) => content.line).join("\n"));
      if (!mistake) return this.#replaceLines(lines, entries);
      first ??= mistake;
    }
    throw new Stopped("mistyped", { mistake: first });
  }

  /** Returns what the service reads in a text. @param {string} text */
  async #read(text) {
    const options = {
      method: "POST",
      headers: { "Content-Type": "application/json", ...this.#headers() },
      body: JSON.stringify({ text }),
    };
    const { response, body } = await this.request(this.readingPath, options, [409, 422]);
    const reply = JSON.parse(body);
    return response.ok ? reply : { mistake: { sentence: reply.detail, column: 1, rule: "" } };
  }

  /**
   * Puts `entries` in the place of the lines that mean them; each carries what was typed.
   * @param {Item[]} lines @param {Entry[]} entries
   */
  async #replaceLines(lines, entries) {
    const [item] = lines;
    const text = lines.map(({ content }) => content.line).join("\n");
    const items = entries.map((entry, index) => ({
      ...item,
      id: crypto.randomUUID(),
      content: { ...entry, text: index ? "" : text },
    }));
    await replaceItems(lines, items);
  }

  /**
   * Compares what waits with the entries of the service, after a reply that was lost or entries of others.
   * @param {Problem} problem
   */
  async #catchUp(problem) {
    if (problem.slug !== "out-of-order") throw new Stopped("failed", { problem });
    const { since, last } = await this.#readSince();
    let count = 0;
    while (count < since.length && since[count].id === this.items[count]?.id) count++;
    const memory = { ...this.memory, last: this.memory.last + count };
    await this.settle(this.items.slice(0, count), memory);
    if (memory.last === last) return;
    throw new Stopped("diverged", { since: since.slice(count), last });
  }

  /** Returns the entries of the service after the last one that this queue follows, and the number of the last. */
  async #readSince() {
    const headers = this.#headers();
    const { body } = await this.request(`${this.path}?after=${this.memory.last}`, { headers });
    /** @type {{items: RecordedEntry[], last: number}} */
    const { items: since, last } = JSON.parse(body);
    return { since, last };
  }

  /**
   * Changes the item `id`, unless the service has it: `change` returns the changed item, or nothing to remove it.
   * @param {string} id
   * @param {string} id @param {(item: Item) => Item | undefined} change
   */
  async #change(id, change) {
    await this.read();
    const item = this.items.find((each) => each.id === id);
    if (!item) return false;
    if (item.tried) {
      const { since } = await this.#readSince();
      if (since.some((entry) => entry.id === id)) return false;
    }
    const changed = change(item);
    if (changed) await writeItems([changed]);
    else await this.settle([item], this.memory);
    return true;
  }

  /** Returns an item as the service takes it, with the time by the clock of the service. @param {Item} item */
  #body({ id, at, offset, content }) {
    const time = new Date(at + (offset ?? this.memory.offset ?? 0));
    return { ...content, id, device_at: time.toISOString() };
  }

  #headers() {
    return {
      "Accept-Language": document.documentElement.lang,
      "X-CSRF-Token": query('meta[name="csrf-token"]').content,
      "X-Viewer": this.viewer,
    };
  }
}
