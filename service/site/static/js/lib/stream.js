/** Replies line by line (NDJSON), for results that take long. */

/** @import { How } from "./api.js" */

import { Problem } from "./api.js";

/**
 * Yields the objects of the reply at `path` as they arrive, seen as `viewer`.
 * @param {string} path
 * @param {How} how
 */
export async function* lines(path, { viewer = "", signal } = {}) {
  const response = await fetch(path, { headers: viewer ? { "X-Viewer": viewer } : {}, signal });
  if (!response.ok) throw new Problem(await response.json());
  for await (const line of linesOf(response)) if (line) yield JSON.parse(line);
}

/**
 * Yields the whole lines of a reply as they come.
 * @param {Response} response
 */
export async function* linesOf(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let remainder = "";
  while (reader) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (remainder + value).split("\n");
    remainder = lines.pop() ?? "";
    yield* lines;
  }
}
