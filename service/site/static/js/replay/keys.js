/** The keys of the replay; `?` shows them. */

import { within } from "../lib/dom.js";

/**
 * The functions of keys, by name.
 * @typedef {Record<string, (...values: number[]) => void>} Actions
 */

/**
 * Calls the function in `actions` for a key: `next`, `back`, `answer(±1)`, `turn(±1)`, `round(±1)`, `first` …
 * @param {Actions} actions
 */
export function keys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.defaultPrevented) return;
    if (within(event, "input:not([type=range]), select, textarea, dialog, #pane-cases")) return;
    const action = isForPage(event);
    if (!action || !actions[action[0]]) return;
    const [name, ...values] = action;
    if (event.key !== "Escape") event.preventDefault(); // it closes open things as well
    actions[name](...values);
  });
}

/** @param {KeyboardEvent} event @returns {[string, ...number[]] | null} */
function isForPage(event) {
  switch (event.key) {
    case "ArrowRight":
      return event.ctrlKey ? ["answer", 1] : ["step", 1];
    case "ArrowLeft":
      return event.ctrlKey ? ["answer", -1] : ["step", -1];
    case "ArrowDown":
      return ["turn", 1];
    case "ArrowUp":
      return ["turn", -1];
    case "PageDown":
      return ["round", 1];
    case "PageUp":
      return ["round", -1];
    case "Home":
      return ["first"];
    case "End":
      return ["last"];
    case " ":
      return within(event, "button, a, [role=button]") ? null : ["play"];
    case "Escape":
      return ["skip"];
    case "f":
      return ["flip"];
    case "?":
      return ["help"];
    default:
      return null;
  }
}
