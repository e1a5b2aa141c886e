/** The table around a match: asked for whenever the match has gone on, and told to whatever shows some of it. */

import { get, LostLine } from "../../lib/api.js";
import { data } from "../../lib/dom.js";
import { on, emit } from "../events.js";

const { match } = data("page");
const OVER = 5000; // milliseconds between two looks at a match that is over: somebody may want to play again
const LOOKS = 120;

let known = "";
let viewer = "";
let looks = 0;

/** Asks how the table stands, and tells it as the event `table`. */
export async function look() {
  try {
    const sent = performance.now();
    const detail = await get(`/m/${match}/table`, { viewer });
    emit("table", { ...detail, viewer, at: (sent + performance.now()) / 2 });
    if (detail.status === "over" && !detail.rematch && looks++ < LOOKS)
      setTimeout(() => (document.hidden ? undefined : look()), OVER);
  } catch (problem) {
    known = "";
    if (!(problem instanceof LostLine)) throw problem;
  }
}

on("moment", (detail) => {
  const now = `${detail.last} ${detail.viewer}`;
  if (now === known) return;
  known = now;
  viewer = detail.viewer;
  look();
});
