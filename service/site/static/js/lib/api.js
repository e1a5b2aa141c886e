/** Talks to the service: JSON in and out, problems as errors in its own words, streams that come back. */

import { one } from "./dom.js";

export class Problem extends Error {
  /** A refusal (RFC 9457); `rule` is the rule that forbids it, if one does. */
  constructor(told) {
    super(told.detail || told.title || "The service did not answer.");
    this.status = told.status;
    this.rule = told.rule;
    this.seq = told.seq;
  }
}

/** A refusal in words, with the rule that forbids it, if one does. */
export const refusal = ({ message, rule }) => (rule ? `${message} (${rule})` : message);

/** The service was not reached: it is away, or the line to it. */
export class LostLine extends Error {}

const token = () => one('meta[name="csrf-token"]')?.content ?? "";

/**
 * How something is asked for: with whose eyes, after which fact, and until when.
 * @typedef {{viewer?: string, seq?: number, signal?: AbortSignal}} How
 */

/**
 * Asks for JSON, with the eyes of `viewer`.
 * @param {string} path
 * @param {How} how
 */
export async function get(path, { viewer = "", signal } = {}) {
  return read(
    await reach(path, { headers: { Accept: "application/json", ...eyes(viewer) }, signal }),
    signal,
  );
}

/** Reads a list page by page; `path` has a query. Returns the first page, with the items of all pages in it. */
export async function getAll(path, how) {
  const list = await get(path, how);
  for (let { next } = list; next;) {
    const page = await get(`${path}&cursor=${next}`, how);
    list.items.push(...page.items);
    next = page.next;
  }
  return list;
}

/**
 * Sends JSON; `seq` is the fact that an answer follows.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {How} how
 */
export async function send(method, path, body, { viewer = "", seq } = {}) {
  const headers = { "X-CSRF-Token": token(), ...eyes(viewer) };
  if (body) headers["Content-Type"] = "application/json";
  if (seq !== undefined) headers["If-Match"] = `"${seq}"`;
  if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
  return read(await reach(path, { method, headers, body: body && JSON.stringify(body) }));
}

export const post = (path, body, how) => send("POST", path, body, how);

/** Who looks, and in which language refusals are told: that of the page, whatever the browser prefers. */
const eyes = (viewer) => ({
  "Accept-Language": document.documentElement.lang,
  ...(viewer && { "X-Viewer": viewer }),
});

async function reach(path, how) {
  try {
    return await fetch(path, how);
  } catch (error) {
    throw error.name === "AbortError" ? error : new LostLine(error.message);
  }
}

async function read(response, signal) {
  const told = await response.json().catch((error) => {
    if (signal?.aborted) throw error;
    if (response.status === 200) throw new LostLine(error.message); // it broke off in the midst of the reply
    return { status: response.status, title: response.statusText };
  });
  if (!response.ok) throw new Problem(told);
  return told;
}

const AGAIN = 2000; // milliseconds after which what failed is tried once more

/**
 * Calls `heard(seq)` whenever the match has gone on, to fact `seq` if that is known, until it tells that the match is over;
 * and `state(connected)` when the line is lost or back. What was missed meanwhile is fetched by whoever hears: nothing depends on the stream itself.
 */
export function listen(match, after, heard, state) {
  let source;
  let over = false;
  let later;
  const hear = async (seq) => {
    try {
      over ||= await heard(seq);
      state(true);
      if (over) source.close();
    } catch {
      state(false);
      later ??= setTimeout(() => {
        later = undefined;
        hear();
      }, AGAIN);
    }
  };
  const open = () => {
    if (over) return;
    source = new EventSource(`/api/v1/matches/${match}/facts?after=${after()}`);
    source.onopen = () => hear();
    source.onmessage = ({ lastEventId }) => hear(Number(lastEventId));
    source.onerror = () => {
      if (over) return;
      if (source.readyState !== EventSource.CLOSED) return hear(); // it may have ended well, and opens again by itself
      setTimeout(() => hear().then(open), AGAIN); // refused, or ended: whether the match is over is told elsewhere
    };
  };
  open();
}
