/** Talks to the service: JSON in and out, problems as errors in its own words, streams that come back. */

import { query } from "./dom.js";

export class Problem extends Error {
  /** A refusal (RFC 9457); `rule` is the rule that forbids it, if one does. @param {Record<string, any>} problem */
  constructor(problem) {
    super(problem.detail || problem.title || "The service did not answer.");
    this.status = problem.status;
    this.slug = problem.type?.split("/").at(-1);
    this.rule = problem.rule;
    this.seq = problem.seq;
  }
}

/** A refusal in words, with the rule that forbids it, if one does. @param {{message: string, rule?: string}} problem */
export const refusal = ({ message, rule }) => (rule ? `${message} (${rule})` : message);

/** The service was not reached: it is away, or the line to it. */
export class LostLine extends Error {}

const token = () => query('meta[name="csrf-token"]')?.content ?? "";

/**
 * The options of a request: the viewer, the fact it follows, and a signal to abort it.
 * @typedef {{viewer?: string, seq?: number, key?: string, signal?: AbortSignal}} How
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

/**
 * Reads a list page by page; `path` has a query. Returns the first page, with the items of all pages in it.
 * @type {(path: string, how?: How) => Promise<any>}
 */
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
export async function send(method, path, body, { viewer = "", seq, key } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "X-CSRF-Token": token(), ...eyes(viewer) };
  if (body) headers["Content-Type"] = "application/json";
  if (seq !== undefined) headers["If-Match"] = `"${seq}"`;
  if (method === "POST") headers["Idempotency-Key"] = key ?? crypto.randomUUID();
  return read(await reach(path, { method, headers, body: body && JSON.stringify(body) }));
}

/** @type {(path: string, body?: object, how?: How) => Promise<any>} */
export const post = (path, body, how) => send("POST", path, body, how);

/** The headers for the viewer, and for refusals in the language of the page. @type {(viewer: string) => Record<string, string>} */
const eyes = (viewer) => ({
  "Accept-Language": document.documentElement.lang,
  ...(viewer && { "X-Viewer": viewer }),
});

/** @param {string} path @param {RequestInit} how */
async function reach(path, how) {
  try {
    return await fetch(path, how);
  } catch (error) {
    throw error.name === "AbortError" ? error : new LostLine(error.message);
  }
}

/** @type {(response: Response, signal?: AbortSignal) => Promise<any>} */
async function read(response, signal) {
  const body = await response.json().catch((error) => {
    if (signal?.aborted) throw error;
    if (response.status === 200) throw new LostLine(error.message); // it broke off in the midst of the reply
    return { status: response.status, title: response.statusText };
  });
  if (!response.ok) throw new Problem(body);
  return body;
}

const AGAIN = 2000; // milliseconds before a retry

/**
 * Calls `onSeq(seq)` after each change of the match, with its last fact if known, until that returns that the match is over;
 * and `state(connected)` when the connection is lost or restored. `onSeq` fetches missed facts itself: nothing depends on the
 * stream. `onCompany(kind, content)` receives the people at the match and their phrases after each change, also after its end.
 * @param {string} match
 * @param {() => number} after
 * @param {(seq?: number) => Promise<boolean>} onSeq
 * @param {(connected: boolean) => void} state
 * @param {(kind: any, content: any) => void} [onCompany]
 */
export function listen(match, after, onSeq, state, onCompany) {
  /** @type {EventSource} */
  let source;
  let isOver = false;
  let later;
  /** @type {(seq?: number) => Promise<void>} */
  const receive = async (seq) => {
    try {
      isOver ||= await onSeq(seq);
      state(true);
      if (isOver && !onCompany) source.close();
    } catch {
      state(false);
      later ??= setTimeout(() => {
        later = undefined;
        receive();
      }, AGAIN);
    }
  };
  const open = () => {
    if (isOver) return;
    source = new EventSource(
      `/api/v1/matches/${match}/facts?after=${after()}${onCompany ? "&company=true" : ""}`,
    );
    source.onopen = () => receive();
    source.onmessage = ({ lastEventId }) => receive(Number(lastEventId));
    for (const kind of onCompany ? ["company", "phrases"] : [])
      source.addEventListener(kind, ({ data }) => onCompany?.(kind, JSON.parse(data)));
    source.onerror = () => {
      if (isOver) return;
      if (source.readyState !== EventSource.CLOSED) return receive(); // it may have ended well, and opens again by itself
      setTimeout(() => receive().then(open), AGAIN); // refused or ended: `onSeq` finds out whether the match is over
    };
  };
  open();
}
