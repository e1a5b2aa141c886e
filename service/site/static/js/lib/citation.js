/** Citations: what a fact or a refusal rests on, a rule by its number, a card that does what its text says, a case. */

import { t } from "./i18n.js";

const CASE = /^case-(\d+)$/;

/** Whether `citation` is the number of a rule, such as SA-101. */
export const isRule = (citation) => /^[A-Z]{2}-(\d{3}|C\d+)$/.test(citation);

/** What to call a citation: a rule by its number, a card or a skill by its name, the case that was ruled on. */
export function cited(citation, { names }) {
  const [, number] = CASE.exec(citation) ?? [];
  return number
    ? t("Case {number}", { number })
    : (names[citation] ?? names[citation.replace(/\.\d+$/, "")] ?? citation);
}
