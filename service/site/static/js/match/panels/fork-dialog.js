/** Play on from here: a study that goes on from the moment that the page of a match shows. */

import { opensStudy } from "../../lib/seating.js";
import { data, find } from "../../lib/dom.js";
import { on } from "../events.js";

const { match } = data("page");
const form = find("onwards-form");
let shown = { seq: 0, viewer: "" };

on("moment", (detail) => {
  shown = detail;
});
find("onwards").addEventListener("click", () => {
  find("onwards-trouble").textContent = "";
  form.elements.seat.value = shown.scene?.question?.seat ?? form.elements.seat.value;
  find("onwards-dialog").showModal();
});
opensStudy(
  form,
  `/m/${match}/onwards`,
  find("onwards-trouble"),
  () => ({ seq: shown.seq }),
  () => shown.viewer,
);
