/** Replies that come line by line (NDJSON): what is being found out, while it is. */

import { Problem } from "./api.js";

/** Yields the objects that `path` tells, as they come, seen as `viewer`. */
export async function* lines(path, { viewer = "", signal } = {}) {
  const response = await fetch(path, { headers: viewer ? { "X-Viewer": viewer } : {}, signal });
  if (!response.ok) throw new Problem(await response.json());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const told = (rest + value).split("\n");
    rest = told.pop();
    for (const line of told) if (line) yield JSON.parse(line);
  }
}
