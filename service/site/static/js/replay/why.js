/** Why: the causes of a fact or of a number on the board, and what else was possible. */

import { get } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/dom.js";
import { semicolon, t } from "../lib/i18n.js";

const FEW = 6; // so many refusals of one kind lie open

/** A language, where it is not the page's. */
const foreign = (lang) => (lang === document.documentElement.lang ? undefined : lang);

export class Why {
  constructor(dialog, { match, game, viewer, words, go }) {
    this.dialog = dialog;
    this.match = match;
    this.game = game;
    this.viewer = viewer;
    this.words = words;
    this.go = go;
  }

  /** Asks for the causes of fact `seq`, or of what is called `of` there: a pointer, or `strength:peter-pan`. */
  async of(seq, of = "") {
    const query = new URLSearchParams({
      lang: document.documentElement.lang,
      ...(of && { of }),
    });
    this.open(h("p", { class: "quiet" }, t("Looking it up …")));
    try {
      const told = await get(`/api/v1/matches/${this.match}/facts/${seq}/why?${query}`, {
        viewer: this.viewer(),
      });
      this.open(
        told.parts.length
          ? h(
              "ul",
              { class: "parts" },
              told.parts.map((part) => this.part(part, told)),
            )
          : null,
        h(
          "ol",
          { class: "causes" },
          told.steps.map((step) => this.step(step, told)),
        ),
      );
    } catch (problem) {
      this.open(h("p", {}, problem.message));
    }
  }

  /** Asks what could have been answered after fact `seq`, and why nothing else could. */
  async options(seq) {
    this.open(h("p", { class: "quiet" }, t("Looking it up …")));
    try {
      const told = await get(`/m/${this.match}/possible/${seq}`, {
        viewer: this.viewer(),
      });
      this.open(
        h("p", { lang: foreign(told.lang) }, told.sentence),
        ...told.groups.map((group) => this.group(group)),
      );
      this.dialog.querySelector("h2").textContent = t("What else was possible?");
    } catch (problem) {
      this.open(h("p", {}, problem.message));
    }
  }

  /** Choices of one kind: what was possible, and, folded where there are many, what was not and why. */
  group({ title, choices }) {
    const [possible, refused] = [true, false].map((wanted) =>
      choices.filter((choice) => choice.possible === wanted),
    );
    return h(
      "section",
      { class: "choices" },
      title ? h("h3", {}, title) : null,
      possible.length
        ? h(
            "ul",
            {},
            possible.map(({ pick, label }) => h("li", { class: "possible", "data-pick-of": pick }, label)),
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

  part(part, told) {
    const amount = part.amount > 0 ? `+${part.amount}` : String(part.amount);
    return h("li", {}, h("b", {}, amount), " ", this.rule(part.rule, told));
  }

  step(step, told) {
    const go = (event) => {
      event.preventDefault();
      this.close();
      this.go(step.seq);
    };
    const number = h("a", { href: `?seq=${step.seq}`, onclick: go }, String(step.seq));
    return h(
      "li",
      {},
      number,
      " ",
      step.text,
      step.rule ? h("p", { class: "rule" }, this.rule(step.rule, told)) : null,
    );
  }

  rule(rule, told) {
    const said = told.rules[rule] ?? told.cards[rule];
    const pages = Object.entries(said?.pages ?? {}).map(
      ([edition, found]) => `${edition} ${found.join(", ")}`,
    );
    return [
      said?.name ? h("b", {}, said.name) : cite(rule, this.game, this.words),
      " ",
      said?.text ?? "",
      pages.length ? h("small", {}, ` (${t("handbook page")} ${pages.join(semicolon)})`) : null,
    ];
  }

  open(...content) {
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.close() }, t("Close"));
    const heading = h("h2", { tabindex: "-1" }, t("Why?"));
    this.dialog.replaceChildren(heading, ...content.filter(Boolean), close);
    if (!this.dialog.open) this.dialog.showModal();
    heading.focus(); // what had the focus has been replaced
  }

  close() {
    this.dialog.close();
  }
}
