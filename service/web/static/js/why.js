/** Why: the causes of a fact or of a number on the board, and what else was possible. */

import { get } from "./api.js";
import { h } from "./dom.js";

export class Why {
  constructor(dialog, { match, viewer, words, go }) {
    Object.assign(this, { dialog, match, viewer, words, go });
  }

  /** Asks for the causes of fact `seq`, or of what is called `of` there: a pointer, or `strength:peter-pan`. */
  async of(seq, of = "") {
    const query = new URLSearchParams({ lang: document.documentElement.lang, ...(of && { of }) });
    this.open(h("p", { class: "quiet" }, this.words.ui.asking));
    try {
      const told = await get(`/matches/${this.match}/why/${seq}?${query}`, { viewer: this.viewer() });
      this.open(
        told.parts.length ? h("ul", { class: "parts" }, told.parts.map((part) => this.part(part, told))) : null,
        h("ol", { class: "causes" }, told.steps.map((step) => this.step(step, told))),
      );
    } catch (problem) {
      this.open(h("p", {}, problem.message));
    }
  }

  /** Asks what could have been answered after fact `seq`, and why nothing else could. */
  async options(seq) {
    this.open(h("p", { class: "quiet" }, this.words.ui.asking));
    try {
      const told = await get(`/matches/${this.match}/options/${seq}`, { viewer: this.viewer() });
      const item = (choice) =>
        h("li", { class: choice.possible ? "possible" : "refused" }, h("b", {}, choice.pick), " ", choice.sentence, choice.rule && h("span", { class: "rule" }, choice.rule));
      this.open(told.sentence ? h("p", {}, told.sentence) : null, h("ul", { class: "choices" }, told.choices.map(item)));
    } catch (problem) {
      this.open(h("p", {}, problem.message));
    }
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
    return h("li", {}, number, " ", step.text, step.rule ? h("p", { class: "rule" }, this.rule(step.rule, told)) : null);
  }

  rule(rule, told) {
    const said = told.rules[rule] ?? told.cards[rule];
    const pages = Object.entries(said?.pages ?? {}).map(([edition, found]) => `${edition} ${found.join(", ")}`);
    return [
      h("b", {}, said?.name ?? rule),
      " ",
      said?.text ?? "",
      pages.length ? h("small", {}, ` (${this.words.ui.pages} ${pages.join("; ")})`) : null,
    ];
  }

  open(...content) {
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.close() }, this.words.ui.close);
    this.dialog.replaceChildren(h("h2", {}, this.words.ui.why), ...content.filter(Boolean), close);
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() {
    this.dialog.close();
  }
}
