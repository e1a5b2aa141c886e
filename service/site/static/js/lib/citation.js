/** Citations: the reason of a fact or a refusal, which is a rule, a card with its own text, or a case. */

import { t } from "./i18n.js";

const CASE = /^case-(\d+)$/;

/** Whether `citation` is the number of a rule, such as SA-101. @param {string} citation */
export const isRule = (citation) => /^[A-Z]{2}-(\d{3}|C\d+)$/.test(citation);

/**
 * The label of a citation: the number of a rule, the name of a card or skill, or the case of a ruling.
 * @type {(citation: string, words: {names: Record<string, string>}) => string}
 */
export function cited(citation, { names }) {
  const [, number] = CASE.exec(citation) ?? [];
  return number
    ? t("Case {number}", { number })
    : (names[citation] ?? names[citation.replace(/\.\d+$/, "")] ?? citation);
}
