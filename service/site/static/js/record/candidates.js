/** A card or a lot that became visible and that the entry does not name yet: which one was it? */

/** @import { EntryRefusal } from "../contract.d.ts" */
/** @import { About } from "../replay/view.js" */
/** @import { TwoParts } from "./two-parts.js" */
/** @import { SecondPart } from "./shapes.d.ts" */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { optionText } from "../match/answer/option-text.js";

/** @param {string} card */
const isSeat = (card) => /^\d+$/.test(card);

/**
 * @typedef {object} How
 * @property {string[]} players
 * @property {(card: string) => About | undefined} about
 * @property {(card: string, place?: SecondPart) => void} choose
 * @property {() => void} leave
 * @property {string} hint
 * @property {(card: string) => SecondPart[]} places
 * @property {TwoParts} parts
 */

/**
 * Returns the question for the candidates of a refusal; `choose(card, place)` names one, with its
 * place if the tap tells it, `leave()` gives the entry up.
 * @param {EntryRefusal} refusal @param {How} how
 */
export function askCandidates(
  { candidates, sentence },
  { players, about, choose, leave, hint, places, parts },
) {
  const seats = candidates.every(({ card }) => isSeat(card));
  const question = seats ? t("Who was it?") : t("Which card was it?");
  return h(
    "section",
    { class: "asks candidates" },
    h("h2", {}, `${sentence} ${question}`),
    hint && h("p", {}, hint),
    h(
      "div",
      { class: "options" },
      candidates.map(({ card, label }) => {
        const name = isSeat(card) ? players[Number(card)] : label;
        const content = isSeat(card) ? name : optionText(name, about(card));
        const data = { "data-candidate": card };
        const classes = { class: isSeat(card) ? "seat" : "told" };
        const button = h(
          "button",
          { type: "button", ...classes, ...data, onclick: () => choose(card) },
          content,
        );
        const seconds = isSeat(card) ? [] : places(card);
        return seconds.length
          ? h(
              "div",
              { class: "row cluster" },
              button,
              parts.buttons(seconds, name, {}, (place) => choose(card, place)),
            )
          : button;
      }),
      h("button", { type: "button", class: "quiet nothing", onclick: leave }, t("Enter something else")),
    ),
  );
}
