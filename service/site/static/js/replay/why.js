/** Why: the causes of a fact or of a number on the board, and the alternatives. */

/** @import { Line, Reasons, Step } from "../contract.d.ts" */
/** @import { PossibleChoices, Words } from "../pages.d.ts" */

import { get } from "../lib/api.js";
import { isRule } from "../lib/citation.js";
import { cite, ruleTitle } from "../lib/cite.js";
import { h, query } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";
import { foreign, listChoices } from "./choices.js";

/**
 * The cause in a chain of steps, behind the answers to questions about its details, such as a target.
 * @param {Step[]} steps
 */
function findCause(steps) {
  let index = 1;
  while (steps[index]?.rule === null && steps[index + 2]) index += 2;
  return steps[index];
}

/** @typedef {Pick<Reasons, "rules" | "cards">} Texts  the texts of rules and cards */

/**
 * `dispute(seq)` calls a judge about a fact, where the viewer may; `callers` says who may instead. `textOf(seq)` is the sentence of
 * a fact in the story, and `alternatives(seq, back)` shows the choices that led to it, with a way back.
 * @typedef {{match: string, game: string, viewer: () => string, words: Words, go: (seq: number) => void,
 *   dispute?: ((seq: number) => void) | null, callers?: string, textOf?: (seq: number) => string,
 *   alternatives?: ((seq: number, back: () => void) => void) | null}} WhyOptions
 */

export class Why {
  /** @type {Set<string>} The rules whose texts are shown. */
  shownRules = new Set();

  /** @param {HTMLDialogElement} dialog @param {WhyOptions} options */
  constructor(
    dialog,
    { match, game, viewer, words, go, dispute = null, callers = "", textOf = () => "", alternatives = null },
  ) {
    this.dialog = dialog;
    this.match = match;
    this.game = game;
    this.viewer = viewer;
    this.words = words;
    this.go = go;
    this.dispute = dispute;
    this.callers = callers;
    this.textOf = textOf;
    this.alternatives = alternatives;
  }

  /**
   * Fetches the causes of fact `seq`, or of the thing `of` there: a pointer, or `strength:peter-pan`. `effects` are the
   * lines of its act, each of which has causes, too.
   * @param {number} seq @param {string} [of] @param {Line[]} [effects]
   */
  async of(seq, of = "", effects = []) {
    const query = new URLSearchParams({
      lang: document.documentElement.lang,
      ...(of && { of }),
    });
    this.open(h("p", { class: "quiet" }, t("Looking it up …")));
    this.shownRules = new Set();
    try {
      /** @type {Reasons} */
      const causes = await get(`/api/v1/matches/${this.match}/facts/${seq}/why?${query}`, {
        viewer: this.viewer(),
      });
      this.open(
        this.reason(causes),
        this.parts(causes),
        this.earlier(causes),
        this.others(causes, effects),
        this.sources(causes),
        this.ways(seq, () => this.of(seq, of, effects)),
      );
    } catch (problem) {
      this.open(h("p", {}, problem.message));
    }
  }

  /**
   * Fetches the possible answers after fact `seq`, and the reasons against all others, as `viewer` sees them. `elsewhere`
   * says that the question is not that of the moment which the user looked at. `moment` names it, and `back` returns to the causes.
   * @param {number} seq
   * @param {{elsewhere?: boolean, viewer?: string, title?: string, moment?: string, back?: () => void}} [how]
   */
  async options(
    seq,
    { elsewhere = false, viewer = this.viewer(), title = t("What else was possible?"), moment, back } = {},
  ) {
    this.open(h("p", { class: "quiet" }, t("Looking it up …")));
    try {
      /** @type {PossibleChoices} */
      const choices = await get(`/m/${this.match}/possible/${seq}`, { viewer });
      this.open(
        back && h("button", { type: "button", class: "quiet", onclick: back }, "← ", t("Why?")),
        moment && h("p", { class: "fact" }, moment),
        elsewhere &&
          h("p", { class: "quiet" }, t("Nobody chose anything there. The board shows the nearest question.")),
        h("p", { lang: foreign(choices.lang) }, choices.sentence),
        ...listChoices(choices, this.game, this.words),
      );
      query("h2", this.dialog).textContent = title;
    } catch (problem) {
      this.open(h("p", {}, problem.message));
    }
  }

  /**
   * The parts of an amount by their rules. A single part by the rule of a step says nothing new.
   * @param {Reasons} causes
   */
  parts({ parts, steps, ...causes }) {
    const sums = new Map();
    for (const { rule, amount } of parts) sums.set(rule, (sums.get(rule) ?? 0) + amount);
    if (!sums.size || (sums.size === 1 && steps.some(({ rule }) => sums.has(rule)))) return null;
    /** @param {number} amount */
    const signed = (amount) => (sums.size > 1 && amount > 0 ? `+${amount}` : String(amount));
    return h(
      "section",
      { class: "parts" },
      h("h3", {}, t("The number is made up of:")),
      h(
        "ul",
        {},
        [...sums].map(([rule, amount]) =>
          h("li", {}, h("b", {}, signed(amount)), " ", this.rule(rule, causes)),
        ),
      ),
    );
  }

  /** The answer: the fact, its cause in a sentence, and its rule. @param {Reasons} causes */
  reason({ steps, ...causes }) {
    const [fact] = steps;
    const cause = findCause(steps);
    return h(
      "div",
      { class: "causes" },
      h("p", { class: "fact" }, this.link(fact)),
      cause && h("p", {}, h("b", {}, t("Because:")), " ", this.link(cause)),
      fact.rule ? h("p", { class: "rule" }, this.rule(fact.rule, causes)) : null,
    );
  }

  /** The earlier causes with their rules, folded. @param {Reasons} causes */
  earlier({ steps, ...causes }) {
    const cause = findCause(steps);
    const earlier = steps.slice(1).filter((step) => step.rule || step !== cause);
    return (
      earlier.length > 0 &&
      h(
        "details",
        { class: "earlier" },
        h("summary", {}, t("How it came to this")),
        h(
          "ol",
          {},
          earlier.map((step) =>
            h(
              "li",
              {},
              this.link(step),
              step.rule && !this.shownRules.has(step.rule)
                ? h("p", { class: "rule" }, this.rule(step.rule, causes))
                : null,
            ),
          ),
        ),
      )
    );
  }

  /** The sentence of a step, as the story has it, which leads to its moment. @param {Step} step */
  link(step) {
    /** @param {Event} event */
    const go = (event) => {
      event.preventDefault();
      this.close();
      this.go(step.seq);
    };
    return h("a", { href: `?seq=${step.seq}`, onclick: go }, this.textOf(step.seq) || step.text);
  }

  /**
   * A rule by its text, or a card by its name and text; a text comes once, where the rule is first named.
   * @param {string} rule @param {Texts} causes
   */
  rule(rule, causes) {
    const card = causes.cards[rule];
    const text = this.shownRules.has(rule) ? "" : ((causes.rules[rule] ?? card)?.text ?? "");
    this.shownRules.add(rule);
    return [card ? h("b", {}, card.name, colon) : cite(rule, this.game, this.words), " ", text];
  }

  /**
   * Links to the causes of those effects of an act that are not among `causes`, one for equal texts.
   * @param {Reasons} causes @param {Line[]} effects
   */
  others(causes, effects) {
    const shown = new Set(causes.steps.flatMap((step) => [step.seq, step.text]));
    const unique = new Map(effects.map((effect) => [effect.text, effect]));
    const others = [...unique.values()].filter(({ seq, text }) => !shown.has(seq) && !shown.has(text));
    if (!others.length) return null;
    /** @param {Line} effect */
    const item = (effect) => {
      const onclick = () => this.of(effect.seq, "", effects);
      return h("li", {}, h("button", { type: "button", class: "quiet", onclick }, effect.text));
    };
    return h("section", { class: "others" }, h("h3", {}, t("Why also:")), h("ul", {}, others.map(item)));
  }

  /** The ways on from fact `seq`: to the other choices, and to a judge. @param {number} seq @param {() => void} back */
  ways(seq, back) {
    const { dispute, alternatives } = this;
    const call = () => {
      this.close();
      dispute?.(seq);
    };
    /** @param {() => void} onclick @param {string} label */
    const button = (onclick, label) => h("button", { type: "button", class: "quiet", onclick }, label);
    return h(
      "p",
      { class: "buttons" },
      alternatives && button(() => alternatives(seq, back), t("What else was possible?")),
      dispute ? button(call, t("Wrong? Call a judge")) : this.callers && h("small", {}, this.callers),
    );
  }

  /**
   * The shown rules as folded links to their places in the rulebook, with the pages of the handbook.
   * @param {Reasons} causes
   */
  sources(causes) {
    const rules = [...this.shownRules].filter(isRule);
    /** @param {string} rule */
    const pagesOf = (rule) => causes.rules[rule]?.pages?.[document.documentElement.lang] ?? [];
    /** @param {string} rule */
    const link = (rule) => ({ class: "rule", href: `/rules/${rule}`, target: "_blank", rel: "noopener" });
    return (
      rules.length > 0 &&
      h(
        "details",
        { class: "sources" },
        h("summary", {}, t("Sources")),
        h(
          "ul",
          {},
          rules.map((rule) =>
            h(
              "li",
              {},
              h("a", link(rule), ...ruleTitle(rule, this.words)),
              pagesOf(rule).length > 0 && ` · ${t("handbook page")} ${pagesOf(rule).join(", ")}`,
            ),
          ),
        ),
      )
    );
  }

  /** @param {...any} content */
  open(...content) {
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.close() }, t("Close"));
    const heading = h("h2", { tabindex: "-1" }, t("Why?"));
    this.dialog.replaceChildren(h("header", {}, heading, close), ...content.filter(Boolean));
    if (!this.dialog.open) this.dialog.showModal();
    heading.focus(); // the element with the focus has been replaced
  }

  close() {
    this.dialog.close();
  }
}
