/** The table around a match, fetched after each change and sent to the other parts of the page. */

/** @import { MatchData } from "../../pages.d.ts" */

import { get, LostLine } from "../../lib/api.js";
import { data } from "../../lib/dom.js";
import { emit, on } from "../events.js";

/** @type {MatchData} */
const { match } = data("page");
const OVER = 5000; // milliseconds between two looks at an ended match, which may get a rematch
const LOOKS = 120;

let lastTable = "";
let viewer = "";
let looks = 0;

/** Fetches the table, and emits it as the event `table`. */
export async function look() {
  try {
    const sent = performance.now();
    const detail = await get(`/m/${match}/table`, { viewer });
    emit("table", { ...detail, viewer, at: (sent + performance.now()) / 2 });
    if (detail.status === "over" && !detail.rematch && looks++ < LOOKS)
      setTimeout(() => (document.hidden ? undefined : look()), OVER);
  } catch (problem) {
    lastTable = "";
    if (!(problem instanceof LostLine)) throw problem;
  }
}

on("moment", (detail) => {
  const now = `${detail.last} ${detail.viewer}`;
  if (now === lastTable) return;
  lastTable = now;
  viewer = detail.viewer;
  look();
});
