/** The choices at a moment by their kinds: the possible ones, and the others with the reasons against them. */

/** @import { PossibleChoice, PossibleChoices, Words } from "../pages.d.ts" */

import { cite } from "../lib/cite.js";
import { h } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";

const FEW = 6; // so many reasons of one kind lie open
const MOST_LABELS = 3; // of the choices with one reason

/**
 * Choices with one reason against them.
 * @typedef {{labels: string[], reason: string, rule: string | null}} Refusal
 */

/** A language, if it is not that of the page. @param {string} [lang] */
export const foreign = (lang) => (lang === document.documentElement.lang ? undefined : lang);

/** A reason as a sentence of its own. @param {string} reason */
export const sentenceOf = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

/**
 * The refused choices by their reasons. A variant of another choice with the same reason, such as an attack for a card, says
 * nothing new.
 * @param {PossibleChoice[]} refused
 * @returns {Refusal[]}
 */
function byReason(refused) {
  /** @type {Map<string, Refusal>} */
  const reasons = new Map();
  for (const { label, reason, rule } of refused) {
    const refusal = reasons.get(`${rule} ${reason}`) ?? { labels: [], reason, rule };
    refusal.labels.push(label);
    reasons.set(`${rule} ${reason}`, refusal);
  }
  return [...reasons.values()].map(({ labels, ...refusal }) => ({
    ...refusal,
    labels: labels.filter((label) => !labels.some((other) => label.startsWith(`${other}, `))),
  }));
}

/**
 * A section for each kind of `choices`.
 * @param {PossibleChoices} choices @param {string} game @param {Words} words
 */
export function listChoices({ groups, lang }, game, words) {
  /** @param {string} sentence @param {string | null} rule */
  const reason = (sentence, rule) => [
    h("span", { lang: foreign(lang) }, sentence),
    " ",
    rule ? cite(rule, game, words) : null,
  ];
  /** @param {Refusal} refusal */
  const refused = ({ labels, reason: text, rule }) => {
    const more = labels.length - MOST_LABELS;
    return h(
      "li",
      { class: "refused" },
      h("b", {}, labels.slice(0, MOST_LABELS).join(", ")),
      more > 0 && ` ${t("and {count} more", { count: more })}`,
      colon,
      reason(`${text}.`, rule),
    );
  };
  return groups.map(({ title, choices }) => {
    const possible = choices.filter((choice) => choice.possible);
    const refusals = byReason(choices.filter((choice) => !choice.possible));
    const count = refusals.flatMap(({ labels }) => labels).length;
    const [{ reason: only, rule } = { reason: "", rule: null }] = refusals;
    const isOne = Boolean(title) && !possible.length && refusals.length === 1;
    return h(
      "section",
      { class: "choices" },
      title && h("h3", {}, title),
      possible.length > 0 && h("ul", {}, possible.map(possibleItem)),
      isOne && h("p", {}, reason(sentenceOf(only), rule)),
      count > 0 &&
        !isOne &&
        h(
          "details",
          { open: refusals.length <= FEW },
          h("summary", {}, t("Not possible: {count}", { count })),
          h("ul", {}, refusals.map(refused)),
        ),
    );
  });
}

/** @param {PossibleChoice} choice */
const possibleItem = ({ pick, label, legality }) =>
  h(
    "li",
    { class: "possible", "data-pick-of": pick },
    legality === "possible" ? t("{label} (with some hands)", { label }) : label,
  );
