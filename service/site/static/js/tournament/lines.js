/** Lines that enter results: sent one after the other, while the next one is typed. */

import { h } from "../lib/dom.js";

let last = Promise.resolve();

/**
 * Sends a line that enters a result, after all lines before it; returns the row that answers it.
 * @param {HTMLFormElement} form names the round, and has the sentence for a lost connection
 * @param {string} address
 * @param {string} line
 * @param {string} table is for a line that does not name it
 * @returns {Promise<HTMLElement>}
 */
export function sendLine(form, address, line, table = "") {
  const body = new URLSearchParams({ fragment: "yes", line });
  if (table) body.set("table", table);
  for (const name of ["csrf", "stage", "round"]) body.set(name, form[name].value);
  const answer = last.then(async () => {
    const response = await fetch(address, { method: "POST", body }).catch(() => undefined);
    const text = (await response?.text()) ?? "";
    const row = new DOMParser().parseFromString(text, "text/html").querySelector("li.entered, li.wrong");
    return /** @type {HTMLElement} */ (row) ?? unsent(form, line);
  });
  last = answer.then(() => undefined);
  return answer;
}

/** Returns the row for a line that did not reach the service. @type {(form: HTMLFormElement, line: string) => HTMLElement} */
function unsent(form, line) {
  const attributes = { class: "wrong", role: "alert", "data-line": line, "data-column": "1" };
  return h("li", attributes, h("code", {}, line), " ", h("span", {}, form.dataset.unsent));
}

/**
 * Lets a form send its line without a new page, and lists the answers, the newest first.
 * A refused line returns to the field, if that is empty, with the cursor at the error.
 * @param {any} form
 * @param {any} field
 * @param {any} list
 */
export function enterLines(form, field, list) {
  form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const line = field.value;
    field.value = "";
    field.focus();
    const row = await sendLine(form, form.action, line);
    for (const wrong of list.querySelectorAll(".wrong"))
      if (wrong.dataset.line === line || row.className === "entered") wrong.remove();
    list.prepend(row);
    if (row.className === "wrong" && field.value === "") {
      field.value = line;
      const column = Number(row.dataset.column) - 1;
      field.setSelectionRange(column, column);
    }
  });
}
