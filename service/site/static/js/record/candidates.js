/** A card or a lot that became visible and that the entry does not name yet: which one was it? */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { optionText } from "../match/answer/option-text.js";

const isSeat = (card) => /^\d+$/.test(card);

/** Returns the question for the candidates of a refusal; `choose(card, label)` names one, `leave()` gives the entry up. */
export function askCandidates({ candidates, sentence }, { players, about, choose, leave, hint }) {
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
        return h(
          "button",
          {
            type: "button",
            class: isSeat(card) ? "seat" : "told",
            "data-candidate": card,
            onclick: () => choose(card, name),
          },
          content,
        );
      }),
      h("button", { type: "button", class: "quiet nothing", onclick: leave }, t("Enter something else")),
    ),
  );
}
