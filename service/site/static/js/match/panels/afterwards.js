/** The tools after the end of a match: all hands, and the course of the chances. */

/** @import { MatchData } from "../../pages.d.ts" */
/** @import { Moment } from "../events.js" */
/** @import { MatchReplay } from "../../replay/timeline.js" */

import { get, refusal } from "../../lib/api.js";
import * as boards from "../../faces/game/board.js";
import { Timeline } from "../../replay/timeline.js";
import { data, find, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { emit, on } from "../events.js";
import { Replay } from "../../replay/replay.js";
import { Review } from "../review/review.js";
import { loadEnd } from "./summary.js";
import { isOpen, openTab } from "./tabs.js";
import { Moments } from "../../replay/moments.js";

/** @type {MatchData} */
const page = data("page");
const { match, over } = page;
/** @type {string[]} */
const players = data("players").map((/** @type {string | null} */ name) => name ?? t("a free seat"));
const EVERYTHING = "everything";
const everything = find("viewer").querySelector(`[value="${EVERYTHING}"]`);
/** At a real table nobody has seen all hands. */
const viewer = () => (page.recorded ? "spectator" : EVERYTHING);

/** Offers both after the end of the match. A study of a running match may be refused until then. */
on("moment", (detail) => {
  if (over || !detail.scene.ended) return;
  everything.hidden = everything.disabled = page.recorded;
  find("chances").hidden = find("review").hidden = false;
});

/** @param {() => Promise<void>} doing */
async function attempt(doing) {
  find("chances-trouble").textContent = "";
  try {
    course.positions = await positions();
    await doing();
  } catch (problem) {
    find("chances-trouble").textContent = refusal(problem);
  }
}

/** @type {MatchReplay | undefined} */
let loaded;

/** The match with all hands, or all that the table saw, with its moments. */
async function positions() {
  if (loaded) return loaded;
  const replay = await Replay.whole((after) =>
    get(`/api/v1/matches/${match}/frames?after=${after}`, { viewer: viewer() }),
  );
  return (loaded = { replay, moments: new Moments(replay, boards) });
}

/** @param {number} seq */
const go = (seq) => emit("go", seq);
const review = new Review(boards, page, { players, viewer, positions, go, loadEnd });
/** @type {Promise<boolean> | undefined} Whether this browser had a review, once it has looked. */
let restored;
/** @type {Moment | undefined} */
let lastMoment;
/** Restores the stored review once its tab is open. Only then is it worth its requests. */
function restore() {
  if (restored || !find("story").firstChild || !isOpen("review") || !lastMoment) return;
  if (!over && !lastMoment.scene.ended) return;
  restored = review.restore();
}
/** Opens the review, and requests it unless this browser has one or requests it already. */
async function openReview() {
  openTab("review");
  find("tab-review").focus({ preventScroll: true });
  if (!review.scrollToMoment()) find("panel").scrollIntoView();
  if (!(await restored) && !review.running && !review.replay) review.review();
}
/** Shows the rounds in the room of the chances, and the way to them. @param {Moment} moment */
function offerReview({ moments, last }) {
  review.strip.show([], [], moments, last);
  review.strip.root.append(
    h("button", { type: "button", class: "quiet", onclick: openReview }, t("Review the match")),
  );
}
on("moment", (detail) => {
  if (!lastMoment && review.isRoomKept) offerReview(detail);
  lastMoment = detail;
  restore();
});
on("tab", restore);
find("review-open").addEventListener("click", openReview);
const course = new Timeline(find, {
  match,
  players,
  viewer,
  recorded: page.recorded,
  heading: (scene) => boards.heading(scene, page.words),
  go,
  trouble: attempt,
});
