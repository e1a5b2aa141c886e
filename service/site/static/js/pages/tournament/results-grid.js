/** The grid of results: Enter saves a row and goes to the next, arrow keys move up and down. */

import { follow } from "../../tournament/live.js";
import { sendLine } from "../../tournament/lines.js";
import { refresher } from "../../tournament/regions.js";
import { data, find, query, queryAll } from "../../lib/dom.js";

/** @type {Record<string, number>} */
const STEPS = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };
const page = data("data");
const grid = find("grid");

/** Returns the field `step` fields after `field`, if there is one. @param {HTMLInputElement} field @param {number} step */
function neighbour(field, step) {
  const fields = queryAll("input[data-table]:not(:disabled)", grid);
  return fields[fields.indexOf(field) + step];
}

/** Saves the row of `field`, and shows its result or its error. @param {HTMLInputElement} field */
async function save(field) {
  const { table } = field.dataset;
  const row = await sendLine(grid, grid.dataset.lines, field.value, table);
  const error = find(`error-${table}`);
  const sentence = query("span", row).textContent;
  if (row.className === "entered") {
    field.disabled = true;
    field.removeAttribute("aria-invalid");
    error.textContent = "";
    return;
  }
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", `notation error-${table}`);
  error.textContent = sentence;
}

grid?.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (!field.dataset.table || event.isComposing) return;
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const next = neighbour(field, step);
  if (event.key === "Enter" && field.value.trim()) save(field);
  next?.focus();
});

const refresh = refresher(location.pathname, () => undefined);
if (grid && !page.over) follow(page, () => refresh());
