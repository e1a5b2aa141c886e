/** Picks and their things on the board: `attack:ARI` belongs to ARI, `move:church` to church. */

/** @import { View } from "../replay/view.js" */

import { h, refocus } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** Returns the thing on the table that a pick names. @param {string} pick */
export const subject = (pick) => pick.slice(pick.indexOf(":") + 1);

/**
 * Adds the place of their things to labels that read alike.
 * @param {Map<string, string>} options @param {(thing: string) => string | undefined} placeOf
 */
export function distinguishLabels(options, placeOf) {
  const labels = [...options.values()];
  for (const [pick, label] of options) {
    const place = labels.filter((each) => each === label).length > 1 && placeOf(subject(pick));
    if (place && !label.endsWith(`(${place})`)) options.set(pick, `${label} (${place})`);
  }
}

/**
 * Groups the picks that can be chosen by the thing they name.
 * @param {Map<string, string>} options
 * @returns {Map<string, string[]>}
 */
export function bySubject(options) {
  const picksBySubject = new Map();
  for (const pick of options.keys()) {
    const id = subject(pick);
    picksBySubject.set(id, [...(picksBySubject.get(id) ?? []), pick]);
  }
  return picksBySubject;
}

/**
 * Turns an element of the board into a button for the picks of a thing. With several it asks for one.
 * Returns whether there are any.
 * @param {HTMLElement} element
 * @param {string} id
 * @param {View} view
 * @returns {boolean}
 */
export const offer = (element, id, view) => stand(element, bySubject(view.options).get(id) ?? [], view);

/**
 * Turns an element into a button for `picks`, likewise.
 * @param {HTMLElement} element
 * @param {string[]} picks
 * @param {View} view
 */
export function stand(element, picks, { options, pick }) {
  if (!picks.length) return false;
  element.classList.add("open");
  element.setAttribute("data-pick", picks.join(" "));
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", picks.map((each) => options.get(each)).join(", "));
  /** @param {Event} event */
  const choose = (event) => {
    event.stopPropagation();
    if (picks.length === 1) pick(picks[0]);
    else ask(element, picks, options, pick);
  };
  element.addEventListener("click", choose);
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(event);
  });
  return true;
}

/** @param {Element} element @param {string[]} picks @param {View["options"]} options @param {View["pick"]} pick */
function ask(element, picks, options, pick) {
  const dialog = h("dialog", { class: "which", "aria-label": t("Which one?") });
  const close = () => {
    dialog.close();
    dialog.remove();
    refocus(element);
  };
  for (const each of picks) {
    const choose = () => {
      close();
      pick(each);
    };
    dialog.append(h("button", { type: "button", onclick: choose }, options.get(each)));
  }
  dialog.append(h("button", { type: "button", class: "quiet", onclick: close }, t("Cancel")));
  dialog.addEventListener("cancel", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
