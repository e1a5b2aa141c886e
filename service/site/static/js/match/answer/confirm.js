/** Asks whether something is meant, where it could not be taken back. */

import { h, refocus } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { on } from "../events.js";

const KEY = "confirm";
const people = new Set(); // the seats of others that no bot plays
let known = false; // until it is told who sits there, somebody may

on("table", ({ seats }) => {
  known = true;
  seats.forEach(({ bot, mine }, seat) => !bot && !mine && people.add(seat));
});

/** Whether answers are confirmed; where fingers touch, they are unless somebody says otherwise. */
export const confirms = () =>
  (localStorage.getItem(KEY) ?? String(matchMedia("(pointer: coarse)").matches)) === "true";
export const setConfirms = (wanted) => localStorage.setItem(KEY, String(wanted));

/** Resolves to whether somebody means it. */
export function sure(question, what, yes, no) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const dialog = h("dialog", { class: "which", "aria-label": question });
    const end = (meant) => () => {
      dialog.close();
      dialog.remove();
      refocus(before);
      resolve(meant);
    };
    dialog.append(
      h("h2", {}, question),
      h("p", {}, what),
      h("button", { type: "button", "data-sure": "yes", onclick: end(true) }, yes),
      h("button", { type: "button", class: "quiet", "data-sure": "no", onclick: end(false) }, no),
    );
    dialog.addEventListener("cancel", end(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Returns `answer`, which sends picks, as one that asks first where the setting wants it and others would have to agree.
 * `told(picks)` is the answer in words. What was confirmed is sent only while `moment()` is the same: meanwhile
 * another question may be open.
 */
export const confirmed = (answer, moment, told) => async (picks) => {
  const asked = moment();
  const final = !known || people.size > 0 || picks.includes("end");
  if (confirms() && final && picks.length < 2) {
    if (!(await sure(t("Send this answer?"), told(picks), t("Send"), t("Back"))) || moment() !== asked)
      return;
  }
  await answer(picks);
};
