/** Asks for a confirmation of irreversible actions. */

import { h, refocus } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { on } from "../events.js";

const KEY = "confirm";
const people = new Set(); // the seats of others that no bot plays
let isKnown = false; // until the table is loaded, other players may be there

on("table", ({ seats }) => {
  isKnown = true;
  seats.forEach(({ bot, mine }, seat) => !bot && !mine && people.add(seat));
});

/** Whether answers need a confirmation. This is the default on touch screens. */
export const confirms = () =>
  (localStorage.getItem(KEY) ?? String(matchMedia("(pointer: coarse)").matches)) === "true";
export const setConfirms = (isWanted) => localStorage.setItem(KEY, String(isWanted));

/** Resolves to whether the user confirms. */
export function sure(question, text, yes, no) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const dialog = h("dialog", { class: "which", "aria-label": question });
    const end = (isConfirmed) => () => {
      dialog.close();
      dialog.remove();
      refocus(before);
      resolve(isConfirmed);
    };
    dialog.append(
      h("h2", {}, question),
      h("p", {}, text),
      h("button", { type: "button", "data-sure": "yes", onclick: end(true) }, yes),
      h("button", { type: "button", class: "quiet", "data-sure": "no", onclick: end(false) }, no),
    );
    dialog.addEventListener("cancel", end(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Returns `answer`, which sends picks, with a confirmation if the setting wants it and others would have to agree.
 * `describe(picks)` is the answer in words. A confirmed answer is sent only if `moment()` is unchanged, because
 * another question may be open by then.
 */
export const confirmed = (answer, moment, describe) => async (picks) => {
  const seq = moment();
  const final = !isKnown || people.size > 0 || picks.includes("end");
  if (confirms() && final && picks.length < 2) {
    if (!(await sure(t("Send this answer?"), describe(picks), t("Send"), t("Back"))) || moment() !== seq)
      return;
  }
  await answer(picks);
};
