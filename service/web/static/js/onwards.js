/** Play on from here: a study that goes on from the moment that the page of a match shows. */

import { opens } from "./company.js";

const { match } = JSON.parse(document.getElementById("page").textContent);
const find = (id) => document.getElementById(id);
const form = find("onwards-form");
let shown = { seq: 0, viewer: "" };

document.addEventListener("moment", ({ detail }) => {
  shown = detail;
});
find("onwards").addEventListener("click", () => {
  find("onwards-trouble").textContent = "";
  form.elements.seat.value = shown.scene?.question?.seat ?? form.elements.seat.value;
  find("onwards-dialog").showModal();
});
opens(
  form,
  `/m/${match}/onwards`,
  find("onwards-trouble"),
  () => ({ seq: shown.seq }),
  () => shown.viewer,
);
