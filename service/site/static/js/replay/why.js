/** Why: the causes of a fact or of a number on the board, and the alternatives. */

import { get } from "../lib/api.js";
import { isRule } from "../lib/citation.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const FEW = 6; // so many reasons of one kind lie open
const MOST_LABELS = 3; // of the choices with one reason

/** A language, if it is not that of the page. */
const foreign = (lang) => (lang === document.documentElement.lang ? undefined : lang);

/** The refused choices by their reasons. */
function byReason(refused) {
  const reasons = new Map();
  for (const { label, sentence, rule, lang } of refused) {
    const at = sentence.indexOf(label);
    const reason = at < 0 ? sentence : sentence.slice(at + label.length).replace(/^[\s”»"]+/, "");
    const key = `${rule} ${reason}`;
    if (!reasons.has(key)) reasons.set(key, { labels: [], reason, rule, lang });
    reasons.get(key).labels.push(label);
  }
  return [...reasons.values()];
}

export class Why {
  /** @type {Set<string>} The rules whose texts are shown. */
  shownRules = new Set();

  /** `dispute(seq)` calls a judge about a fact, where the viewer may. */
  constructor(dialog, { match, game, viewer, words, go, dispute = null }) {
    this.dialog = dialog;
    this.match = match;
    this.game = game;
    this.viewer = viewer;
    this.words = words;
    this.go = go;
    this.dispute = dispute;
  }

  /**
   * Fetches the causes of fact `seq`, or of the thing `of` there: a pointer, or `strength:peter-pan`. `effects` are the
   * lines of its act, each of which has causes, too.
   */
  async of(seq, of = "", effects = []) {
    const query = new URLSearchParams({
      lang: document.documentElement.lang,
      ...(of && { of }),
    });
    this.open(h("p", { class: "quiet" }, t("Looking it up …")));
    this.shownRules = new Set();
    try {
      const causes = await get(`/api/v1/matches/${this.match}/facts/${seq}/why?${query}`, {
        viewer: this.viewer(),
      });
      this.open(
        this.parts(causes),
        h(
          "ol",
          { class: "causes" },
          causes.steps.map((step) => this.step(step, causes)),
        ),
        this.others(causes, effects),
        this.sources(causes),
        this.judge(seq),
      );
    } catch (problem) {
      this.open(h("p", {}, problem.message));
    }
  }

  /**
   * Fetches the possible answers after fact `seq`, and the reasons against all others, as `viewer` sees them. `elsewhere`
   * says that the question is not that of the moment which the user looked at.
   */
  async options(seq, { elsewhere = false, viewer = this.viewer() } = {}) {
    this.open(h("p", { class: "quiet" }, t("Looking it up …")));
    try {
      const choices = await get(`/m/${this.match}/possible/${seq}`, { viewer });
      this.open(
        elsewhere &&
          h("p", { class: "quiet" }, t("Nobody chose anything there. The board shows the nearest question.")),
        h("p", { lang: foreign(choices.lang) }, choices.sentence),
        ...choices.groups.map((group) => this.group(group)),
      );
      this.dialog.querySelector("h2").textContent = t("What else was possible?");
    } catch (problem) {
      this.open(h("p", {}, problem.message));
    }
  }

  /** Choices of one kind: the possible ones, and the impossible ones with their reasons, folded if they are many. */
  group({ title, choices }) {
    const [possible, refused] = [true, false].map((isPossible) =>
      choices.filter((choice) => choice.possible === isPossible),
    );
    const reasons = byReason(refused);
    return h(
      "section",
      { class: "choices" },
      title ? h("h3", {}, title) : null,
      possible.length
        ? h(
            "ul",
            {},
            possible.map(({ pick, label, legality }) =>
              h(
                "li",
                { class: "possible", "data-pick-of": pick },
                legality === "possible" ? t("{label} (with some hands)", { label }) : label,
              ),
            ),
          )
        : null,
      refused.length
        ? h(
            "details",
            { open: reasons.length <= FEW },
            h("summary", {}, t("Not possible: {count}", { count: refused.length })),
            h(
              "ul",
              {},
              reasons.map((reason) => this.refused(reason)),
            ),
          )
        : null,
    );
  }

  /** The choices with one reason, and the reason. */
  refused({ labels, reason, rule, lang }) {
    const more = labels.length - MOST_LABELS;
    return h(
      "li",
      { class: "refused" },
      h("b", {}, labels.slice(0, MOST_LABELS).join(", ")),
      more > 0 ? ` ${t("and {count} more", { count: more })} ` : " ",
      h("span", { lang: foreign(lang) }, reason),
      " ",
      rule ? cite(rule, this.game, this.words) : null,
    );
  }

  /** The parts of an amount. A single part by the rule of a step says nothing new. */
  parts({ parts, steps, ...causes }) {
    if (!parts.length || (parts.length === 1 && steps.some(({ rule }) => rule === parts[0].rule)))
      return null;
    const signed = (amount) => (parts.length > 1 && amount > 0 ? `+${amount}` : String(amount));
    return h(
      "ul",
      { class: "parts" },
      parts.map((part) => h("li", {}, h("b", {}, signed(part.amount)), " ", this.rule(part.rule, causes))),
    );
  }

  step(step, causes) {
    const go = (event) => {
      event.preventDefault();
      this.close();
      this.go(step.seq);
    };
    return h(
      "li",
      {},
      h("a", { href: `?seq=${step.seq}`, onclick: go }, step.text),
      step.rule ? h("p", { class: "rule" }, this.rule(step.rule, causes)) : null,
    );
  }

  /** A rule by its text, or a card by its name and text; a text comes once, where the rule is first named. */
  rule(rule, causes) {
    const ruleText = causes.rules[rule] ?? causes.cards[rule];
    const text = this.shownRules.has(rule) ? "" : (ruleText?.text ?? "");
    this.shownRules.add(rule);
    if (isRule(rule) && !ruleText?.name) return [text];
    return [ruleText?.name ? h("b", {}, ruleText.name) : cite(rule, this.game, this.words), " ", text];
  }

  /** Links to the causes of those effects of an act that are not among `causes`, one for equal texts. */
  others(causes, effects) {
    const shown = new Set(causes.steps.map((step) => step.text));
    const unique = new Map(effects.map((effect) => [effect.text, effect]));
    const others = [...unique.values()].filter(({ text }) => !shown.has(text));
    if (!others.length) return null;
    const item = (effect) => {
      const onclick = () => this.of(effect.seq, "", effects);
      return h("li", {}, h("button", { type: "button", class: "quiet", onclick }, effect.text));
    };
    return h("section", { class: "others" }, h("h3", {}, t("Why also:")), h("ul", {}, others.map(item)));
  }

  /** The way to a judge from fact `seq`. */
  judge(seq) {
    if (!this.dispute) return null;
    const onclick = () => {
      this.close();
      this.dispute(seq);
    };
    const call = h("button", { type: "button", class: "quiet", onclick }, t("Call a judge"));
    return h("p", { class: "judge" }, t("Was this decided wrongly?"), " ", call);
  }

  /** The shown rules as folded links to their places in the rulebook, with the pages of the handbook. */
  sources(causes) {
    const rules = [...this.shownRules].filter(isRule);
    const pagesOf = (rule) => causes.rules[rule]?.pages?.[document.documentElement.lang] ?? [];
    const link = (rule) => ({ class: "rule", href: `/rules/${rule}`, target: "_blank", rel: "noopener" });
    return (
      rules.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t("Sources")),
        h(
          "ul",
          {},
          rules.map((rule) =>
            h(
              "li",
              {},
              h("a", link(rule), rule),
              pagesOf(rule).length > 0 && ` · ${t("handbook page")} ${pagesOf(rule).join(", ")}`,
            ),
          ),
        ),
      )
    );
  }

  open(...content) {
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.close() }, t("Close"));
    const heading = h("h2", { tabindex: "-1" }, t("Why?"));
    this.dialog.replaceChildren(heading, ...content.filter(Boolean), close);
    if (!this.dialog.open) this.dialog.showModal();
    heading.focus(); // the element with the focus has been replaced
  }

  close() {
    this.dialog.close();
  }
}
