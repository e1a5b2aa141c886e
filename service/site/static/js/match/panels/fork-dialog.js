/** Play on from here: a study from the shown moment of a match. */

/** @import { MatchData } from "../../pages.d.ts" */
/** @import { Moment } from "../events.js" */

import { opensStudy } from "../../lib/seating.js";
import { data, find } from "../../lib/dom.js";
import { on } from "../events.js";

/** @type {MatchData} */
const { match, over } = data("page");
const form = find("onwards-form");
/** @type {Pick<Moment, "seq" | "viewer"> & Partial<Moment>} */
let moment = { seq: 0, viewer: "" };

on("moment", (detail) => {
  moment = detail;
  find("onwards").hidden = !(over || detail.scene.ended || detail.scene.study);
});
find("onwards").addEventListener("click", () => {
  find("onwards-trouble").textContent = "";
  form.elements.seat.value = moment.scene?.question?.seat ?? form.elements.seat.value;
  find("onwards-dialog").showModal();
});
opensStudy(
  form,
  `/m/${match}/onwards`,
  find("onwards-trouble"),
  () => ({ seq: moment.seq }),
  () => moment.viewer,
);
