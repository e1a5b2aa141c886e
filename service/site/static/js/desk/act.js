/** An act in words: its facts as sentences, and the rules that they rest on. */

import { get } from "../lib/api.js";
import { cited, isRule } from "../lib/citation.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

export class Act {
  /** `rules` has the texts of rules by their numbers; `found(numbers)` is called with the rules of each act that is shown. */
  constructor(find, { match, game, words, viewer, rules, found }) {
    this.find = find;
    this.match = match;
    this.game = game;
    this.words = words;
    this.viewer = viewer;
    this.rules = rules;
    this.found = found;
    this.shown = "";
  }

  /** Lists the facts after fact `from` up to fact `to`. */
  async show(from, to) {
    const span = (this.shown = `${from} ${to} ${this.viewer()}`);
    const lang = document.documentElement.lang;
    const address = `/api/v1/matches/${this.match}/diff?from=${from}&to=${to}&lang=${lang}`;
    const changes = from < to ? (await get(address, { viewer: this.viewer() })).changes : [];
    if (span !== this.shown) return; // another act was chosen meanwhile
    const lines = changes.filter(({ text }) => text);
    const reasons = [...new Set(lines.map(({ rule }) => rule).filter(Boolean))];
    this.find("act").replaceChildren(
      ...(lines.length
        ? lines.map((line) => this.line(line))
        : [h("li", { class: "quiet" }, t("There is nothing to tell between them."))]),
    );
    this.find("act-rules").replaceChildren(...reasons.map((reason) => this.reason(reason)));
    this.found(reasons.filter((reason) => isRule(reason) && this.rules.has(reason)));
  }

  line({ seq, text, rule }) {
    return h(
      "li",
      { "data-seq": seq },
      h("span", { class: "seq" }, String(seq)),
      h("span", {}, text),
      h("span", { class: "rule" }, rule ? cited(rule, this.words) : ""),
    );
  }

  /** A rule or a card as the reason of a fact, with its text. */
  reason(reason) {
    const { texts, languages } = this.words;
    const own = texts[reason] ?? texts[reason.replace(/\.\d+$/, "")] ?? "";
    return h(
      "li",
      {},
      cite(reason, this.game, this.words),
      " ",
      isRule(reason) ? (this.rules.get(reason) ?? "") : h("span", { lang: languages?.texts }, own),
    );
  }
}
