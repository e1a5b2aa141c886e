/** The record in a case: a judge puts the board as it is at the table. */

import * as boards from "../faces/game/board.js";
import * as editor from "../faces/game/editor.js";
import { data, find } from "../lib/dom.js";
import { TablePosition } from "../record/table-position.js";

const form = find("irregular");
if (form) {
  const table = new TablePosition(data("page"), { boards, editor, viewer: "judge" });
  find("table-position").append(table.root);
  find("board-now").addEventListener("toggle", () => table.laid ?? table.start());
  form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    if (!table.pending) return;
    event.preventDefault();
    await table.settle();
    form.requestSubmit(event.submitter);
  });
  form.addEventListener("formdata", (/** @type {FormDataEvent} */ { formData }) => {
    for (const line of table.position.told) formData.append("told", line);
  });
}
document.body.dataset.ready = "true";
