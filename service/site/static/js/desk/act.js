/** An act in words: its facts as sentences, and the rules that they rest on. */

/** @import { Diff } from "../contract.d.ts" */
/** @import { DeskData } from "../pages.d.ts" */

import { get } from "../lib/api.js";
import { cited, isRule } from "../lib/citation.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {Diff["changes"][number]} Fact */

export class Act {
  /**
   * `rules` has the texts of rules by their numbers; `found(numbers)` is called with the rules of each act that is shown.
   * @param {(id: string) => any} find
   * @param {DeskData & {viewer: () => string, rules: Map<string, string>, found: (numbers: string[]) => void}} how
   */
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

  /** Lists the facts after fact `from` up to fact `to`. @param {number} from @param {number} to */
  async show(from, to) {
    const span = (this.shown = `${from} ${to} ${this.viewer()}`);
    const lang = document.documentElement.lang;
    const address = `/api/v1/matches/${this.match}/diff?from=${from}&to=${to}&lang=${lang}`;
    /** @type {Fact[]} */
    const changes = from < to ? (await get(address, { viewer: this.viewer() })).changes : [];
    if (span !== this.shown) return; // another act was chosen meanwhile
    const lines = changes.filter(({ text }) => text);
    const reasons = [...new Set(lines.flatMap(({ rule }) => rule ?? []))];
    this.find("act").replaceChildren(
      ...(lines.length
        ? lines.map((line) => this.line(line))
        : [h("li", { class: "quiet" }, t("There is nothing to tell between them."))]),
    );
    this.find("act-rules").replaceChildren(...reasons.map((reason) => this.reason(reason)));
    this.found(reasons.filter((reason) => isRule(reason) && this.rules.has(reason)));
  }

  /** @param {Fact} fact */
  line({ seq, text, rule }) {
    return h(
      "li",
      { "data-seq": seq },
      h("span", { class: "seq" }, String(seq)),
      h("span", {}, text),
      h("span", { class: "rule" }, rule ? cited(rule, this.words) : ""),
    );
  }

  /** A rule or a card as the reason of a fact, with its text. @param {string} reason */
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
