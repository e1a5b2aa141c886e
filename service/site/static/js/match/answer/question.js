/**
 * The open question: its options as buttons, one or several, in order where the order counts.
 *
 * On a phone it is a sheet over the table. Where something can be chosen on the table itself, the sheet is folded: its
 * sentence and a row of what lies nowhere else, so that the table is seen. Larger screens have room for all of it.
 */

import { cite } from "../../lib/cite.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { optionText } from "./option-text.js";
import { Roving } from "../../lib/roving.js";
import { icon } from "../../lib/icons.js";

const FEW = 4; // so many options on the board are shown as buttons too

const ASIDES = {
  again: t("Show again what happened since your turn"),
  skip: t("Skip to the last fact (Escape)"),
  fold: t("Show the table"),
};

export class Question {
  /** `answer(picks)` sends; `again()` plays what happened since one's turn, `skip()` plays no more of it. */
  constructor(root, { answer, game, words, again, skip }) {
    this.root = root;
    this.game = game;
    this.answer = answer;
    this.words = words;
    this.again = again;
    this.skip = skip;
    this.sheet = this.beside("fold", () => this.fold(!root.classList.contains("folded")));
    this.roving = new Roving(root, { items: "button, summary", first: "button:not(.aside), summary" });
    this.chosen = [];
  }

  /**
   * Shows `asked`, which is open since the answer after fact `since`, told as `sentence`, by `rule`; `options` (pick → label) are empty for eyes that may not choose.
   * What was chosen stays chosen while the same is asked. `there` are the picks that can be chosen on the board;
   * `about(pick)` is what the thing is that a pick names (see replay/view.js), if it is one to read.
   * `aside` tells whether facts are being played just now, and whether they can be played again.
   */
  show(since, asked, sentence, rule, options, there, about, aside) {
    const shown = JSON.stringify([asked && since, asked, sentence, rule, [...options], [...there], aside]);
    if (shown === this.shown) return undefined;
    this.shown = shown;
    this.chosen = [];
    this.asked = asked;
    this.options = options;
    this.there = there;
    this.about = about;
    const button = aside.playing
      ? this.beside("skip", this.skip)
      : aside.again
        ? this.beside("again", this.again)
        : null;
    const heading = h(
      "div",
      { class: "asked" },
      asked ? h("h2", {}, sentence) : h("p", { class: "quiet" }, sentence),
      button,
      options.size > 0 && this.sheet,
    );
    const choices = options.size ? [this.several ? this.list() : this.buttons()] : [];
    const cited = asked && rule ? [cite(rule, this.game, this.words)] : []; // behind what is chosen: keys come there first
    this.root.replaceChildren(heading, ...choices, ...cited);
    this.root.classList.toggle("asks", options.size > 0);
    this.root.classList.toggle("reads", this.root.querySelector(".told") !== null);
    this.fold(!options.size || there.size > 0);
    this.roving.settle();
  }

  /** Folds the sheet to its sentence and what can be chosen nowhere else, or shows all there is to choose from. */
  fold(folded) {
    this.root.classList.toggle("folded", folded);
    if (!folded) this.root.querySelector("details")?.setAttribute("open", "");
    this.sheet.ariaExpanded = String(!folded);
    this.sheet.ariaLabel = this.sheet.title = folded ? t("Show all choices") : t("Show the table");
  }

  /** A small button beside the sentence. */
  beside(name, act) {
    const text = ASIDES[name];
    return h(
      "button",
      {
        type: "button",
        class: "quiet aside",
        "data-aside": name,
        "aria-label": text,
        title: text,
        onclick: act,
      },
      icon(name),
    );
  }

  get several() {
    return this.asked.most > 1;
  }

  /** Whether to choose nothing is an answer, which has a button of its own. */
  get mayPass() {
    return !this.several && this.asked.least === 0;
  }

  /** What can be named (pick → label): the options, and as "" nothing at all where that is an answer. */
  get names() {
    return this.mayPass ? new Map([...this.options, ["", t("Nothing")]]) : this.options;
  }

  /** An answer in words. */
  told(picks) {
    return picks.map((pick) => this.options.get(pick)).join(", ") || t("Nothing");
  }

  /** Takes a pick, from here or from the board: answers at once, or adds it to those chosen. */
  pick(pick) {
    if (!this.several) return this.answer(pick ? [pick] : []);
    const at = this.chosen.indexOf(pick);
    if (at >= 0) this.chosen.splice(at, 1);
    else if (this.chosen.length < this.asked.most) this.chosen.push(pick);
    this.root.querySelector(".options").replaceWith(this.list());
    this.roving.settle();
    this.root.querySelector(`[data-option="${CSS.escape(pick)}"]`)?.focus({ preventScroll: true });
  }

  /** The options as buttons: first those that lie nowhere on the board, all others in a list that unfolds. */
  buttons() {
    const button = ([pick, label]) => {
      const about = this.about(pick);
      return h(
        "button",
        { type: "button", class: about && "told", "data-option": pick, onclick: () => this.pick(pick) },
        optionText(label, about),
      );
    };
    const none =
      this.mayPass &&
      h("button", { type: "button", class: "quiet", onclick: () => this.answer([]) }, t("Nothing"));
    const all = [...this.options];
    const here = all.filter(([pick]) => !this.there.has(pick));
    const there = all.filter(([pick]) => this.there.has(pick));
    const keep = (event) => (this.unfolded = event.target.open);
    const folded =
      there.length > FEW &&
      h(
        "details",
        { open: this.unfolded, ontoggle: keep },
        h("summary", {}, t("Choose on the board, or from a list of {count}", { count: there.length })),
        h("div", { class: "options" }, there.map(button)),
      );
    return h("div", { class: "options" }, (folded ? here : all).map(button), none, folded);
  }

  list() {
    const { least, most } = this.asked;
    const enough = this.chosen.length >= least;
    const count = least === most ? most : `${least}–${most}`;
    return h(
      "div",
      { class: "options several" },
      h("p", {}, t("Choose {count}; chosen so far: {chosen}.", { count, chosen: this.chosen.length })),
      [...this.options].map(([pick, label]) => {
        const place = this.chosen.indexOf(pick);
        const text = place < 0 ? label : `${place + 1}. ${label}`;
        const about = this.about(pick);
        return h(
          "button",
          {
            type: "button",
            class: about && "told",
            "data-option": pick,
            "aria-pressed": place >= 0 ? "true" : "false",
            onclick: () => this.pick(pick),
          },
          optionText(text, about),
        );
      }),
      h(
        "button",
        { type: "button", class: "done", disabled: !enough, onclick: () => this.answer(this.chosen) },
        t("Done"),
      ),
    );
  }
}
