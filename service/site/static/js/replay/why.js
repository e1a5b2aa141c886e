/** Why: the causes of a fact or of a number on the board, and the alternatives. */

import { get } from "../lib/api.js";
import { isRule } from "../lib/citation.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const FEW = 6; // so many refusals of one kind lie open

/** A language, if it is not that of the page. */
const foreign = (lang) => (lang === document.documentElement.lang ? undefined : lang);

export class Why {
  /** @type {Set<string>} The rules whose texts are shown. */
  shownRules = new Set();

  constructor(dialog, { match, game, viewer, words, go }) {
    this.dialog = dialog;
    this.match = match;
    this.game = game;
    this.viewer = viewer;
    this.words = words;
    this.go = go;
  }

  /** Fetches the causes of fact `seq`, or of the thing `of` there: a pointer, or `strength:peter-pan`. */
  async of(seq, of = "") {
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
        causes.parts.length
          ? h(
              "ul",
              { class: "parts" },
              causes.parts.map((part) => this.part(part, causes)),
            )
          : null,
        h(
          "ol",
          { class: "causes" },
          causes.steps.map((step) => this.step(step, causes)),
        ),
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
            { open: refused.length <= FEW },
            h("summary", {}, t("{count} that were not possible", { count: refused.length })),
            h(
              "ul",
              {},
              refused.map((choice) => this.refused(choice)),
            ),
          )
        : null,
    );
  }

  refused({ label, sentence, rule, lang }) {
    return h(
      "li",
      { class: "refused" },
      h("b", {}, label),
      " ",
      h("span", { lang: foreign(lang) }, sentence),
      " ",
      rule ? cite(rule, this.game, this.words) : null,
    );
  }

  part(part, causes) {
    const amount = part.amount > 0 ? `+${part.amount}` : String(part.amount);
    return h("li", {}, h("b", {}, amount), " ", this.rule(part.rule, causes));
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

  /** A rule as a link to its place in the rulebook, or a card by its name; its text comes once, where it is first named. */
  rule(rule, causes) {
    const ruleText = causes.rules[rule] ?? causes.cards[rule];
    const link = { class: "rule", href: `/rules/${rule}`, target: "_blank", rel: "noopener" };
    const isNew = !this.shownRules.has(rule);
    this.shownRules.add(rule);
    const numbers = ruleText?.pages?.[document.documentElement.lang] ?? [];
    return [
      ruleText?.name
        ? h("b", {}, ruleText.name)
        : isRule(rule)
          ? h("a", link, rule)
          : cite(rule, this.game, this.words),
      " ",
      isNew ? (ruleText?.text ?? "") : "",
      isNew && numbers.length ? h("small", {}, ` (${t("handbook page")} ${numbers.join(", ")})`) : null,
    ];
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
