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
 * Asks whether to give the answer `picks` to a question with `options` (pick → label), `text` in words. The end of a turn says
 * what else is possible: an example of each kind, such as a move and an attack.
 */
function confirmAnswer(picks, options, text) {
  if (!picks.includes("end")) return sure(t("Is this your choice?"), text, t("Yes"), t("Back"));
  const kinds = new Map([...options].map(([pick, label]) => [pick.split(":")[0], label]));
  kinds.delete("end");
  const choices = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" });
  const possible = t("This is still possible: {choices}", { choices: choices.format(kinds.values()) });
  return sure(t("{choice}?", { choice: text }), possible, text, t("Back"));
}

/**
 * Returns `answer`, which sends picks, with a confirmation if the setting wants it and others would have to agree, but for
 * an answer without an alternative. `open()` returns the options, and `describe(picks)` is the answer in words. A confirmed
 * answer is sent only if `moment()` is unchanged, because another question may be open by then.
 */
export const confirmed =
  (answer, { moment, open, describe }) =>
  async (picks) => {
    const seq = moment();
    const options = open();
    const final = !isKnown || people.size > 0 || picks.includes("end");
    const isAlone = options.size === 1 && picks.length === 1;
    if (confirms() && final && picks.length < 2 && !isAlone) {
      if (!(await confirmAnswer(picks, options, describe(picks))) || moment() !== seq) return;
    }
    await answer(picks);
  };
