/** Rules at hand: the number of a rule is a link that opens the rule here; without scripts it leads to the rulebook. */

import { cited, isRule } from "./citation.js";
import { h, within } from "./dom.js";

/** A citation: a rule as a link, a card or a skill by its name. @type {(citation: string, game: string, words?: any) => Element} */
export const cite = (citation, game, words) =>
  isRule(citation)
    ? h("a", { class: "rule", href: `/rules/${citation}`, "data-game": game }, citation)
    : h("span", { class: "rule" }, cited(citation, words));

/** A refusal in words, with the rule that forbids it. @type {(problem: any, game: string, words: any) => (Element | string)[]} */
export const refused = ({ message, rule }, game, words) =>
  rule ? [message, " ", cite(rule, game, words)] : [message];

/** @type {any} */
let dialog;

/** @param {string} number @param {string} game @param {string} href */
async function open(number, game, href) {
  const lang = document.documentElement.lang;
  const reply = await fetch(`/api/v1/games/${game}/rules/${number}?lang=${lang}`, {
    headers: { Accept: "application/json" },
  });
  const rule = await reply.json();
  dialog ??= document.body.appendChild(h("dialog", { class: "rule-text" }));
  dialog.setAttribute("aria-label", number);
  const close = h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "×");
  dialog.replaceChildren(
    h("h2", {}, h("a", { href }, number)),
    h("p", { lang: reply.headers.get("Content-Language") }, rule.text),
    close,
  );
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const link = within(event, "a.rule[data-game]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open(link.textContent, link.dataset.game, link.href);
});
