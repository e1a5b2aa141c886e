/** Rules at hand: the number of a rule is a link that opens the rule here; without scripts it leads to the rulebook. */

import { cited, isRule } from "./citation.js";
import { h, within } from "./dom.js";

/** A citation: a rule as a link, a card or a skill by its name. @type {(citation: string, game: string, words?: any) => Element} */
export const cite = (citation, game, words) =>
  isRule(citation)
    ? h(
        "a",
        { class: "rule", href: `/rules/${citation}`, "data-game": game, "data-rule": citation },
        ...ruleTitle(citation, words),
      )
    : h("span", { class: "rule" }, cited(citation, words));

/** The title of the section of a rule, and its number in small print. @type {(rule: string, words: any) => (Element | string)[]} */
export function ruleTitle(rule, words) {
  /** @type {[string, string][]} */
  const sections = words?.sections ?? [];
  const [, title] = sections.findLast(([first]) => first <= rule) ?? [];
  return title ? [`${title} `, h("small", {}, rule)] : [rule];
}

/** A refusal in words, with the rule that forbids it. @type {(problem: any, game: string, words: any) => (Element | string)[]} */
export const refused = ({ message, rule }, game, words) =>
  rule ? [message, " ", cite(rule, game, words)] : [message];

/** @type {any} */
let dialog;

/** @param {HTMLAnchorElement} link */
async function open(link) {
  const { lang } = document.documentElement;
  const { rule: number = link.textContent, game } = link.dataset;
  const reply = await fetch(`/api/v1/games/${game}/rules/${number}?lang=${lang}`, {
    headers: { Accept: "application/json" },
  });
  const rule = await reply.json();
  dialog ??= document.body.appendChild(h("dialog", { class: "rule-text" }));
  dialog.setAttribute("aria-label", link.title || link.textContent);
  const close = h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "×");
  dialog.replaceChildren(
    h(
      "h2",
      {},
      h("a", { href: link.href }, ...(link.title ? [link.title] : link.cloneNode(true).childNodes)),
    ),
    h("p", { lang: reply.headers.get("Content-Language") }, rule.text),
    close,
  );
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const link = within(event, "a.rule[data-game]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open(link);
});
