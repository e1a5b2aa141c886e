/** What everybody may do once a match is over: open all hands, and see how the chances went. */

import { get, refusal } from "../../lib/api.js";
import * as boards from "../../faces/game/board.js";
import { Course } from "../../replay/timeline.js";
import { data, find } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { on, emit } from "../events.js";
import { Film } from "../../replay/replay.js";
import { Reviewing } from "./review.js";
import { Moments } from "../../replay/moments.js";

const page = data("page");
const { match, over } = page;
const players = data("players").map((name) => name ?? t("a free seat"));
const EVERYTHING = "everything";
const all = find("viewer").querySelector(`[value="${EVERYTHING}"]`);
const viewer = () => EVERYTHING;

/** Offers both as soon as the match is over; a study of one that is not may have to wait for that, and is told so. */
on("moment", (detail) => {
  if (over || !detail.scene.ended) return;
  all.hidden = all.disabled = false;
  find("chances").hidden = find("review").hidden = false;
});

async function trouble(doing) {
  find("chances-trouble").textContent = "";
  try {
    if (!course.positions.film) await load();
    await doing();
  } catch (problem) {
    find("chances-trouble").textContent = refusal(problem);
  }
}

/** The match with all hands open: what else could have been answered is told in it. */
async function load() {
  const film = await Film.whole((after) =>
    get(`/api/v1/matches/${match}/frames?after=${after}`, { viewer: EVERYTHING }),
  );
  course.positions = { film, moments: new Moments(film, boards) };
}

const go = (seq) => emit("go", seq);
new Reviewing(boards, page, { players, viewer, go });
const course = new Course(find, {
  match,
  players,
  viewer,
  positions: {},
  go,
  trouble,
});
