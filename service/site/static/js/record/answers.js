/** The questions that the next entry may answer, with their answers as buttons. The board offers the same answers. */

import { h } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";
import { optionText } from "../match/answer/option-text.js";

const FEW = 4; // as many answers on the board are buttons too

/**
 * An answer of `GET /matches/{match}/entries/choices`.
 * @typedef {{pick: string, label: string, legality: string, rule: string | null, sentence: string | null}} Choice
 */

export class Answers {
  /** The questions that the next entry may answer, and those of them that are open. */
  questions = [];
  live = [];
  /** The picks of a question for several, in order. */
  chosen = [];
  /** The questions and the labels of the open answers, by pick. */
  owners = new Map();
  /** The picks on the board. */
  placed = new Set();

  /**
   * `answer(seat, picks, label)` makes an entry; `about(pick, prompt)` describes a card (see replay/view.js); `show()` draws
   * the board after another question was opened.
   */
  constructor(root, { players, answer, about, show }) {
    this.root = root;
    this.players = players;
    this.answer = answer;
    this.about = about;
    this.show = show;
  }

  /** Takes the questions that the next entry may answer. */
  take(questions) {
    this.questions = questions;
    this.open(0);
  }

  /** Returns whether the questions are these ones. */
  isAbout(questions) {
    return JSON.stringify(questions) === JSON.stringify(this.questions);
  }

  /**
   * Opens a question, and those after it that offer other things and other acts: a tap on the board then belongs to one of
   * them. The others wait behind a button each.
   */
  open(first) {
    this.chosen = [];
    this.owners = new Map();
    this.live = [];
    const taken = new Set();
    for (const each of this.questions.slice(first)) {
      const choices = each.choices.filter(({ legality }) => legality !== "illegal");
      const names = choices.flatMap(({ pick }) => namesOf(pick));
      if (names.some((name) => taken.has(name))) break;
      this.live.push(each);
      for (const name of names) taken.add(name);
      for (const { pick, label } of choices) this.owners.set(pick, { question: each.question, label });
    }
  }

  reopen(index) {
    this.open(index);
    this.show();
    this.root.focus({ preventScroll: true });
  }

  /** The answers that the board may offer (pick → label). */
  get options() {
    return new Map([...this.owners].map(([pick, { label }]) => [pick, label]));
  }

  /** Takes a pick on the board. */
  pick(pick) {
    const { question, label } = this.owners.get(pick);
    this.choose(question, pick, label);
  }

  /** Answers, or adds the pick to those chosen of a question for several. */
  choose(question, pick, label) {
    if (question.most === 1) return this.answer(question.seat, [pick], label);
    const at = this.chosen.indexOf(pick);
    if (at >= 0) this.chosen.splice(at, 1);
    else if (this.chosen.length < question.most) this.chosen.push(pick);
    this.draw(this.placed);
    this.root.querySelector(`[data-option="${CSS.escape(pick)}"]`)?.focus({ preventScroll: true });
  }

  /** Draws the questions beside a board with the picks `placed`. */
  draw(placed) {
    this.placed = placed;
    const blocks = this.questions.map((each, index) =>
      this.live.includes(each) ? this.block(each) : this.waiting(each, index),
    );
    this.root.replaceChildren(...blocks);
  }

  heading({ question, prompt }) {
    if (question.seat === null) return t("The match begins");
    return [h("b", {}, this.players[question.seat]), colon, prompt];
  }

  /** A question behind a button. */
  waiting(each, index) {
    return h(
      "button",
      { type: "button", class: "quiet waiting", "data-waiting": index, onclick: () => this.reopen(index) },
      this.heading(each),
    );
  }

  block({ question, prompt, choices }) {
    const open = choices.filter(({ legality }) => legality !== "illegal");
    const closed = choices.filter(({ legality }) => legality === "illegal");
    const button = (choice) => this.button(question, choice);
    const placed = open.filter(({ pick, legality }) => legality === "legal" && this.placed.has(pick));
    const onBoard = placed.length > FEW ? placed : [];
    const rest = open.filter((choice) => !onBoard.includes(choice));
    return h(
      "section",
      { class: "asks", "data-prompt": question.prompt },
      h("h2", {}, this.heading({ question, prompt })),
      h(
        "div",
        { class: "options" },
        this.sorted(rest).map(button),
        this.endings(question),
        onBoard.length > 0 &&
          h(
            "details",
            { class: "placed" },
            h("summary", {}, t("Choose on the board, or from a list of {count}", { count: onBoard.length })),
            h("div", { class: "options" }, onBoard.map(button)),
          ),
        closed.length > 0 &&
          h(
            "details",
            { class: "closed" },
            h("summary", {}, t("Not possible now: {count}", { count: closed.length })),
            h("div", { class: "options" }, closed.map(button)),
          ),
      ),
    );
  }

  /** Cards first, the end of a turn last. */
  sorted(choices) {
    const rank = ({ pick, legality }) => (pick === "end" ? 2 : legality === "possible" ? 0 : 1);
    return choices.toSorted((one, other) => rank(one) - rank(other));
  }

  /** The buttons for no pick, and for several. */
  endings(question) {
    const { least, most, seat } = question;
    const send = (label) => () => this.answer(seat, most > 1 ? this.chosen : [], label);
    if (seat === null) return h("button", { type: "button", class: "done", onclick: send("") }, t("Begin"));
    if (most > 1)
      return h(
        "button",
        { type: "button", class: "done", disabled: this.chosen.length < least, onclick: send(t("Done")) },
        t("Done ({count})", { count: this.chosen.length }),
      );
    return (
      least === 0 &&
      h("button", { type: "button", class: "nothing", onclick: send(t("Nothing")) }, t("Nothing"))
    );
  }

  button(question, { pick, label, legality, rule, sentence }) {
    const about = this.about(pick, question.prompt);
    const classes = [about && "told", legality];
    const several = question.most > 1;
    return h(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "data-option": pick,
        "data-seat": question.seat,
        "aria-pressed": several ? String(this.chosen.includes(pick)) : undefined,
        onclick: () => this.choose(question, pick, label),
      },
      optionText(about?.title ?? label, about),
      sentence && h("span", { class: "why" }, rule ? `${sentence} (${rule})` : sentence),
    );
  }
}

/** The act and the thing of a pick; cards in a hand lie nowhere on the board. */
function namesOf(pick) {
  const [act, thing] = pick.includes(":") ? pick.split(":") : ["", pick];
  return act === "play" || pick === "end" ? [] : [`${act}:`, thing];
}
