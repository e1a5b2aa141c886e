/** The text of an option on its button: its kind, its numbers and its text. */

/** @import { About } from "../../replay/view.js" */

import { h } from "../../lib/dom.js";
import { colon } from "../../lib/i18n.js";

/**
 * The content of a button called `label` for the thing in `about` (see replay/view.js).
 * @param {string} label @param {About | undefined} about
 */
export function optionText(label, about) {
  if (!about) return label;
  const { kind, numbers = [], text, lang, parts = [] } = about;
  return [
    h("b", { class: "label" }, label),
    h(
      "span",
      { class: "kind" },
      [kind, ...numbers.map(([name, value]) => `${name}${colon}${value}`)].filter(Boolean).join(" · "),
    ),
    text && h("span", { class: "text", lang }, text),
    ...parts.map((part) =>
      h("span", { class: "text" }, `${part.title} `, h("span", { lang: part.lang ?? lang }, part.text)),
    ),
  ];
}
