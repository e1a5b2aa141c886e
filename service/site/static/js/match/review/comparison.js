/** A judged answer beside a better one: in words, and as marks on the board. */

/** @import { Judged } from "../../contract.d.ts" */
/** @import { Losses } from "../../pages.d.ts" */
/** @import { Mark } from "./chances-strip.js" */

import { elementsOf } from "../../lib/data-ids.js";
import { h, query, queryAll, s } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { subject } from "../../boards/move-selection.js";
import { markOf } from "./chances-strip.js";

const BADGE = { x: -26, y: -26, r: 15 };

/**
 * @typedef {{judged: Judged, mark: Mark | undefined, title: string, sentence: string}} Comparison  the title is its moment
 */

/**
 * Compares an answer with the better one. `who` gave it; `label(pick)` names a pick, the thing itself where it `isThing`;
 * `card` is the card that the question was about; `winners` are those who won in the next turn, and `luck` is the later change of
 * the chances.
 * @param {Judged} judged
 * @param {{title: string, who: string, card?: string, label: (pick: string) => string, isThing: (pick: string) => boolean,
 *   percent: (share: number) => string, losses: Losses, winners: string, luck: string}} context
 * @returns {Comparison}
 */
export function compare(judged, { title, who, card, label, isThing, percent, losses, winners, luck }) {
  const { picks, line, loss, loss_interval: interval, seat, before, after } = judged;
  const mark = markOf(loss, losses);
  /** @param {string[]} picks */
  const names = (picks) =>
    picks.map((pick) => (isThing(pick) ? label(pick) : t("“{label}”", { label: label(pick) }))).join(", ");
  const values = { who, card: card ?? "", given: names(picks) };
  const isAboutCard = card && picks.every(isThing);
  const given = !picks.length
    ? card
      ? t("{who} made no use of {card}.", values)
      : t("{who} chose nothing.", values)
    : isAboutCard
      ? t("{who} chose {given} for {card}.", values)
      : t("{who} chose {given}.", values);
  const better = line.length && {
    better: names(line[0].picks) || t("nothing"),
    before: percent(before[seat]),
    after: percent(after[seat]),
  };
  const sentence = [
    mark && `${mark.name}.`,
    given,
    better &&
      (interval[0] > 0
        ? t("{better} was better: a chance of {before} instead of {after}.", better)
        : t("Perhaps {better} was better: a chance of {before} instead of {after}.", better)),
    mark && winners && t("{winners} won in the next turn.", { winners }),
    luck && t("Then luck changed the chances: {luck}.", { luck }),
  ];
  return { judged, mark, title, sentence: sentence.filter(Boolean).join(" ") };
}

/**
 * Marks on `board` the things of an answer with its sign, and those of the better one with a tick; nothing without a comparison.
 * @param {HTMLElement} board @param {Comparison | undefined} comparison
 */
export function markAnswers(board, comparison) {
  for (const badge of queryAll(".answer-mark", board)) badge.remove();
  for (const element of queryAll("[data-answer]", board)) delete element.dataset.answer;
  if (!comparison) return;
  const { picks, line } = comparison.judged;
  const better = (line[0]?.picks ?? []).filter((pick) => !picks.includes(pick));
  const played = picks.filter((pick) => !line[0]?.picks.includes(pick));
  const { sign = "•" } = comparison.mark ?? {};
  for (const pick of played) markThing(board, subject(pick), comparison.mark ? "flawed" : "played", sign);
  for (const pick of better) markThing(board, subject(pick), "better", "✓");
}

/** @param {HTMLElement} board @param {string} id @param {"flawed" | "played" | "better"} kind @param {string} sign */
function markThing(board, id, kind, sign) {
  for (const element of elementsOf(board, id)) {
    element.dataset.answer = kind;
    if (element instanceof SVGElement) markSpace(element, kind, sign);
    else element.append(h("span", { class: `answer-mark ${kind}`, "aria-hidden": "true" }, sign));
  }
}

/**
 * Draws the ring and the sign of a space or a figure: the ring of a figure below it, those of a space above all figures.
 * @param {SVGElement} element @param {"flawed" | "played" | "better"} kind @param {string} sign
 */
function markSpace(element, kind, sign) {
  const hex = query(".hex", element);
  const { x, y, r } = BADGE;
  const transform = hex && element.getAttribute("transform");
  /** @param {any[]} shapes */
  const mark = (...shapes) =>
    s("g", { class: `answer-mark ${kind}`, "aria-hidden": "true", transform }, shapes);
  const ring = hex ? s("polygon", { points: hex.getAttribute("points") }) : s("circle", { r: 40 });
  const badge = mark(s("circle", { class: "badge", cx: x, cy: y, r }), s("text", { x, y }, sign));
  if (hex) element.ownerSVGElement?.append(mark(ring), badge);
  else {
    element.prepend(mark(ring));
    element.append(badge);
  }
}
