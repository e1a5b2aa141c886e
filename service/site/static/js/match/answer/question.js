/**
 * The open question with its options as buttons. Several may be chosen, in order if the order counts.
 *
 * It is a bar between the board and the hand: its sentence, and the options that have no place on the board. A phone unfolds
 * it to a sheet with all options.
 */

import { cite } from "../../lib/cite.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { optionText } from "./option-text.js";
import { Roving } from "../../boards/roving.js";
import { icon } from "../../lib/icons.js";

const FEW = 4; // so many options on the board are shown as buttons too

const ASIDES = {
  again: t("Show again what happened since your turn"),
  skip: t("Skip to the last fact (Escape)"),
  fold: t("Show the table"),
};

export class Question {
  /** `answer(picks)` sends; `again()` replays the facts since the own turn; `skip()` ends the replay. */
  constructor(root, { answer, game, words, again, skip }) {
    this.root = root;
    this.game = game;
    this.answer = answer;
    this.words = words;
    this.again = again;
    this.skip = skip;
    this.sheet = this.asideButton("fold", () => this.fold(!root.classList.contains("folded")));
    this.roving = new Roving(root, { items: "button, summary", first: "button:not(.aside), summary" });
    this.chosen = [];
  }

  /**
   * Shows the question `asked`, open since the answer after fact `since`, with its `sentence` and `rule`. `options` (pick → label)
   * are empty for viewers that may not choose. Chosen options stay chosen while the question is the same. `there` are the picks
   * on the board; `about(pick)` describes the thing of a pick (see replay/view.js). `aside` says whether facts are being
   * played, and whether they can be played again.
   */
  show(since, asked, sentence, rule, options, there, about, aside) {
    const key = JSON.stringify([asked && since, asked, sentence, rule, [...options], [...there], aside]);
    if (key === this.key) return undefined;
    this.key = key;
    this.chosen = [];
    this.asked = asked;
    this.options = options;
    this.there = there;
    this.about = about;
    const button = aside.playing
      ? this.asideButton("skip", this.skip)
      : aside.again
        ? this.asideButton("again", this.again)
        : null;
    const heading = asked
      ? h("h2", { class: "asked" }, sentence)
      : h("p", { class: "asked quiet" }, sentence);
    const choices = options.size ? [this.several ? this.list() : this.buttons()] : [];
    const cited = asked && rule && cite(rule, this.game, this.words);
    const asides = h("div", { class: "asides" }, cited, button, options.size > 0 && this.sheet); // after the options, so that keys reach these first
    this.root.replaceChildren(heading, ...choices, asides);
    this.root.classList.toggle("asks", options.size > 0);
    this.root.classList.toggle("reads", this.root.querySelector(".told") !== null);
    this.fold(!options.size || there.size > 0);
    this.roving.settle();
  }

  /** Folds the sheet to its sentence and the options that are not on the board, or shows all options. */
  fold(folded) {
    this.root.classList.toggle("folded", folded);
    if (!folded) this.root.querySelector("details")?.setAttribute("open", "");
    this.sheet.ariaExpanded = String(!folded);
    this.sheet.ariaLabel = this.sheet.title = folded ? t("Show all choices") : t("Show the table");
  }

  /** A small button next to the sentence. */
  asideButton(name, act) {
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

  /** Whether an empty answer is allowed. It has a button of its own. */
  get mayPass() {
    return !this.several && this.asked.least === 0;
  }

  /** The empty answer in words. */
  get none() {
    return this.asked?.prompt === "where" ? t("Skip the move") : t("Skip this");
  }

  /** The labels that can be typed (pick → label): the options, and "" for the empty answer if allowed. */
  get names() {
    return this.mayPass ? new Map([...this.options, ["", this.none]]) : this.options;
  }

  /** An answer in words. */
  describe(picks) {
    return picks.map((pick) => this.options.get(pick)).join(", ") || this.none;
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

  /** The description of an option that lies nowhere on the board. */
  description(pick) {
    return this.there.has(pick) ? undefined : this.about(pick);
  }

  /** The options as buttons: first those that lie nowhere on the board, all others in a list that unfolds. */
  buttons() {
    const button = ([pick, label]) => {
      const about = this.description(pick);
      return h(
        "button",
        { type: "button", class: about && "told", "data-option": pick, onclick: () => this.pick(pick) },
        optionText(label, about),
      );
    };
    const none =
      this.mayPass &&
      h("button", { type: "button", class: "quiet", onclick: () => this.answer([]) }, this.none);
    const options = [...this.options];
    const unplaced = options.filter(([pick]) => !this.there.has(pick));
    const placed = options.filter(([pick]) => this.there.has(pick));
    const keep = (event) => (this.unfolded = event.target.open);
    const folded =
      placed.length > FEW &&
      h(
        "details",
        { open: this.unfolded, ontoggle: keep },
        h("summary", {}, t("Tap the board, or show all {count}", { count: placed.length })),
        h("div", { class: "options" }, placed.map(button)),
      );
    return h("div", { class: "options" }, (folded ? unplaced : options).map(button), none, folded);
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
        const index = this.chosen.indexOf(pick);
        const text = index < 0 ? label : `${index + 1}. ${label}`;
        const about = this.description(pick);
        return h(
          "button",
          {
            type: "button",
            class: about && "told",
            "data-option": pick,
            "aria-pressed": index >= 0 ? "true" : "false",
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
