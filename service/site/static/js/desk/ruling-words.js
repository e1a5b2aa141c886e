/** A ruling and what would follow from it, in sentences. */

/** @import { Deciding, Line } from "../contract.d.ts" */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {Omit<Deciding, "facts">} Ruling  as it is sent */

/**
 * Describes a ruling on case `number`, which has a `status`, or on a new one.
 * @param {Ruling} body @param {{number?: number, players: string[], status?: string}} about
 */
export function describeRuling(body, { number, players, status }) {
  const { seat = -1, winners = [] } = body;
  const names = winners.map((winner) => players[winner]).join(", ");
  const outcomes = {
    note: () => t("You note how it is; nothing changes on the board."),
    correction: () => t("The board is put right: it becomes as you have edited it."),
    penalty: () => t("{who} gets: {penalty}", { who: players[seat], penalty: body.penalty }),
    rewind: () => t("The match goes back to fact {to} and goes on from there.", body),
    result: () =>
      names
        ? t("The match ends. It is won by {winners}.", { winners: names })
        : t("The match ends in a draw."),
  };
  return [
    number ? t("You rule on case {number}.", { number }) : t("You open a new case and rule on it."),
    outcomes[body.outcome](),
    t("It rests on {rules}.", { rules: body.rules.join(", ") }),
    status === "appealed"
      ? t("This is the second ruling on the case, and settles it for good.")
      : t("This cannot be taken back; an appeal can be made against it once."),
  ];
}

/** A fact as a line: its number, its sentence. @param {{seq: number, text: string}} fact */
const sentence = ({ seq, text }) =>
  h("li", { "data-seq": seq }, h("span", { class: "seq" }, String(seq)), h("span", {}, text));

/** Lists the facts that have a sentence. @param {Line[]} lines */
export const listFacts = (lines) =>
  h("ol", { class: "sentences stack tight" }, lines.filter(({ text }) => text).map(sentence));

/**
 * Lists the `lines` of the facts that a rewind abandons, from fact `from` to fact `to`.
 * @param {number} from @param {number} to @param {Line[]} lines
 */
export function listAbandoned(from, to, lines) {
  if (!lines.length) return [h("p", {}, t("No fact of the game would be left."))];
  return [
    h(
      "details",
      {},
      h("summary", {}, t("Facts {from} to {to} would be left; they stay in the record:", { from, to })),
      h("ol", { class: "sentences gone notice stack tight" }, lines.map(sentence)),
    ),
  ];
}
