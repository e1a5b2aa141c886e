/** The open question: its options as buttons, one or several, in order where the order counts. */

import { h, say } from "./dom.js";

const FEW = 4; // so many options on the board are shown as buttons too

export class Question {
  constructor(root, { answer, words }) {
    Object.assign(this, { root, answer, words });
    this.chosen = [];
  }

  /**
   * Shows `asked` after fact `seq`, told as `sentence`; `options` (pick → label) are empty for eyes that may not choose.
   * What was chosen stays chosen while the same is asked. `there` are the picks that can be chosen on the board.
   */
  show(seq, asked, sentence, options, there) {
    const shown = JSON.stringify([seq, asked, sentence, [...options], [...there]]);
    if (shown === this.shown) return undefined;
    this.shown = shown;
    this.chosen = [];
    this.asked = asked;
    this.options = options;
    this.there = there;
    if (!asked) return this.root.replaceChildren(h("p", { class: "quiet" }, sentence));
    const heading = h("h2", {}, sentence);
    if (!options.size) return this.root.replaceChildren(heading);
    this.root.replaceChildren(heading, this.several ? this.list() : this.buttons());
  }

  get several() {
    return this.asked.most > 1;
  }

  /** Takes a pick, from here or from the board: answers at once, or adds it to those chosen. */
  pick(pick) {
    if (!this.several) return this.answer([pick]);
    const at = this.chosen.indexOf(pick);
    if (at >= 0) this.chosen.splice(at, 1);
    else if (this.chosen.length < this.asked.most) this.chosen.push(pick);
    this.root.lastChild.replaceWith(this.list());
  }

  /** The options as buttons: first those that lie nowhere on the board, all others in a list that unfolds. */
  buttons() {
    const { ui } = this.words;
    const button = ([pick, label]) => h("button", { type: "button", "data-option": pick, onclick: () => this.pick(pick) }, label);
    const none = this.asked.least === 0 && h("button", { type: "button", class: "quiet", onclick: () => this.answer([]) }, ui.nothing);
    const all = [...this.options];
    const here = all.filter(([pick]) => !this.there.has(pick));
    const there = all.filter(([pick]) => this.there.has(pick));
    const keep = (event) => (this.unfolded = event.target.open);
    const folded =
      there.length > FEW &&
      h("details", { open: this.unfolded, ontoggle: keep }, h("summary", {}, say(ui.onBoard, { count: there.length })), h("div", { class: "options" }, there.map(button)));
    return h("div", { class: "options" }, (folded ? here : all).map(button), none, folded);
  }

  list() {
    const { least, most } = this.asked;
    const enough = this.chosen.length >= least;
    const count = least === most ? most : `${least}–${most}`;
    return h(
      "div",
      { class: "options several" },
      h("p", {}, say(this.words.ui.several, { count, chosen: this.chosen.length })),
      [...this.options].map(([pick, label]) => {
        const place = this.chosen.indexOf(pick);
        const text = place < 0 ? label : `${place + 1}. ${label}`;
        return h("button", { type: "button", "data-option": pick, "aria-pressed": place >= 0 ? "true" : "false", onclick: () => this.pick(pick) }, text);
      }),
      h("button", { type: "button", class: "done", disabled: !enough, onclick: () => this.answer(this.chosen) }, this.words.ui.done),
    );
  }
}
