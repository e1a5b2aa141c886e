/** Asks for a confirmation of irreversible actions. */

/** @import { About } from "../../replay/view.js" */

import { h, refocus } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { isTappedTwice } from "../../boards/fan.js";
import { on } from "../events.js";
import { optionText } from "./option-text.js";

const KEY = "confirm";
const FEW = 4; // so many choices are all named
const REVEALING = new Set(["fate"]); // kinds of answers that turn cards over, which nobody takes back
const hasTitlesOnly = matchMedia("(max-width: 56rem)"); // the boards of phones
const confirmedKinds = new Set(); // of REVEALING: a second time their sign is familiar
const people = new Set(); // the seats of others that no bot plays
let isKnown = false; // until the table is loaded, other players may be there

on("table", ({ seats }) => {
  isKnown = true;
  seats.forEach(({ bot, mine }, seat) => !bot && !mine && people.add(seat));
});

/** Whether answers need a confirmation. This is the default on touch screens. */
export const confirms = () =>
  (localStorage.getItem(KEY) ?? String(matchMedia("(pointer: coarse)").matches)) === "true";
/** @param {boolean} isWanted */
export const setConfirms = (isWanted) => localStorage.setItem(KEY, String(isWanted));

/**
 * Resolves to whether the user confirms. Screen readers say `question` and `text` when the dialog opens.
 * @param {string} question @param {string | Element[]} text @param {string} yes @param {string} no
 * @returns {Promise<boolean>}
 */
export function sure(question, text, yes, no) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const dialog = h("dialog", { class: "which", "aria-label": question, "aria-describedby": "sure" });
    /** @param {boolean} isConfirmed */
    const end = (isConfirmed) => () => {
      dialog.close();
      dialog.remove();
      refocus(before);
      resolve(isConfirmed);
    };
    dialog.append(
      h("h2", {}, question),
      h("p", { id: "sure" }, text),
      h("button", { type: "button", "data-sure": "yes", onclick: end(true) }, yes),
      h("button", { type: "button", class: "quiet", "data-sure": "no", onclick: end(false) }, no),
    );
    dialog.addEventListener("cancel", end(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {string} pick  an answer, or its kind */
const kindOf = (pick) => pick.split(":")[0];

/** Whether an answer turns cards over. @param {string} pick  the answer, or its kind */
export const reveals = (pick) => REVEALING.has(kindOf(pick));

/** @param {string} pick */
const isNewReveal = (pick) => reveals(pick) && !confirmedKinds.has(kindOf(pick));

/**
 * What else is possible in words: all choices if they are few, or else one of each kind, such as a move and an attack.
 * @param {Map<string, string>} options
 */
function describeOthers(options) {
  const others = [...options].filter(([pick]) => pick !== "end");
  const kinds = new Map(others.reverse().map(([pick, label]) => [pick.split(":")[0], label])); // the first of each
  const shown = others.length > FEW ? [...kinds.values()] : others.map(([, label]) => label);
  const list = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" });
  const choices = list.format(shown.reverse());
  return shown.length < others.length
    ? t("This is still possible, for example: {choices}", { choices })
    : t("This is still possible: {choices}", { choices });
}

/**
 * Asks whether to give the answer `picks` to a question with `options` (pick → label), `text` in words, which a thing with a text is `about`.
 * @param {string[]} picks @param {Map<string, string>} options @param {string} text
 * @param {About | undefined} about
 */
function confirmAnswer(picks, options, text, about) {
  if (picks.some(reveals)) text = `${text}. ${t("You cannot take this back.")}`;
  if (about?.text) return sure(t("Is this your choice?"), optionText(text, about), t("Yes"), t("Back"));
  if (!picks.includes("end")) return sure(t("Is this your choice?"), text, t("Yes"), t("Back"));
  return sure(t("{choice}?", { choice: text }), describeOthers(options), text, t("Back"));
}

/**
 * @typedef {{moment: () => number, open: () => Map<string, string>, unused: () => boolean,
 *   describe: (picks: string[]) => string, about: (pick: string) => About | undefined}} Confirming
 */

/**
 * Returns `answer`, which sends picks, with a confirmation if the setting wants it and others would have to agree or nobody
 * could take it back, but for an answer without an alternative. Each kind that nobody takes back needs one confirmation a
 * visit. The end of an unused turn needs one unless the user has switched them off.
 * `open()` returns the options, `unused()` says whether the player has not acted in this turn, and `describe(picks)` is the
 * answer in words. On a phone, whose board shows cards by their titles, it shows the text of the card that `about(pick)` describes. A confirmed answer is sent only if `moment()` is unchanged, because another question may be open by then.
 * @param {(picks: string[]) => Promise<void>} answer @param {Confirming} how
 */
export const confirmed =
  (answer, { moment, open, unused, describe, about }) =>
  async (/** @type {string[]} */ picks) => {
    const seq = moment();
    const options = open();
    const thing = picks.length === 1 && hasTitlesOnly.matches ? about(picks[0]) : undefined;
    const isUnusedEnd = picks.includes("end") && unused();
    const final = !isKnown || people.size > 0 || isUnusedEnd || picks.some(isNewReveal) || thing?.text;
    const isPlain =
      (options.size === 1 && picks.length === 1) || picks.length > 1 || picks.some(isTappedTwice);
    const wanted = confirms() || (isUnusedEnd && localStorage.getItem(KEY) === null);
    if (wanted && final && !isPlain) {
      if (!(await confirmAnswer(picks, options, describe(picks), thing)) || moment() !== seq) return;
      for (const pick of picks) confirmedKinds.add(kindOf(pick));
    }
    await answer(picks);
  };
