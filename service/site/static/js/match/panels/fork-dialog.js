/** Play on from here: a study from the shown moment of a match. Who plays all seats of one adds lines to it. */

/** @import { MatchData } from "../../pages.d.ts" */
/** @import { Moment } from "../events.js" */

import { post, Problem, refusal } from "../../lib/api.js";
import { opensStudy } from "../../lib/seating.js";
import { commitNonces } from "../../lib/nonce.js";
import { data, find } from "../../lib/dom.js";
import { on } from "../events.js";
import { look } from "./table.js";

/** @type {MatchData} */
const { match, over } = data("page");
const form = find("onwards-form");
const solo = find("study-tools");
/** @type {Pick<Moment, "seq" | "viewer"> & Partial<Moment>} */
let moment = { seq: 0, viewer: "" };
let last = 0; // the fact before the last answer of a running study

on("moment", (detail) => {
  moment = detail;
  const isPast = detail.seq < detail.last && detail.still;
  const isFree = Boolean(over || detail.scene.ended || solo);
  find("onwards").hidden = Boolean(solo) || !(isFree || detail.scene.study);
  find("try").hidden = Boolean(solo) || !isPast || !isFree || detail.quiet;
  if (solo) find("study-line").hidden = !isPast;
});

function ask() {
  find("onwards-trouble").textContent = "";
  form.elements.seat.value = moment.scene?.question?.seat ?? form.elements.seat.value;
  find("onwards-dialog").showModal();
}
for (const button of ["onwards", "try"]) find(button).addEventListener("click", ask);
opensStudy(
  form,
  `/m/${match}/onwards`,
  find("onwards-trouble"),
  () => ({ seq: moment.seq }),
  () => moment.viewer,
);

/** Plays another line of this study from fact `seq`. @param {number} seq */
async function branch(seq) {
  const seat = moment.scene?.question?.seat ?? 0;
  const body = { seq, company: "alone", seat, nonce_hash: await commitNonces() };
  const { address } = await post(`/m/${match}/onwards`, body, { viewer: moment.viewer });
  location.assign(address);
}

if (solo) {
  /** @param {string} id @param {() => Promise<unknown>} act */
  const press = (id, act) =>
    find(id).addEventListener("click", () =>
      act().catch((/** @type {Error} */ problem) => {
        find("trouble").textContent = refusal(problem);
      }),
    );
  press("study-undo", async () => {
    find("study-undo").disabled = true;
    try {
      await post(`/m/${match}/undo`, {}, { viewer: moment.viewer });
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.slug !== "wrong-moment") throw problem;
      await look();
      if (!last) throw problem; // the match is paused or over
      await branch(last); // a card was seen since, so that another line has to begin before it
    } finally {
      await look();
      find("study-undo").disabled = !last; // also without a line to the service
    }
  });
  press("study-start", () => branch(1));
  press("study-line", () => branch(moment.seq));
  find("study-share").addEventListener("click", () => find("passing").click());
  on("table", ({ undo }) => {
    last = undo;
    find("study-undo").disabled = !undo;
  });
}
