/** The questions that the next entry may answer, with their answers as buttons. The board offers the same answers. */

/** @import { EntryQuestion } from "../contract.d.ts" */
/** @import { AnswersOptions, Choice, Next, Offered, Question, Target } from "./shapes.d.ts" */

import { h, query } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";
import { optionText } from "../match/answer/option-text.js";
import { END, groupCopies, sortChoices } from "./choices.js";
import { findChoice } from "./two-parts.js";

const FEW = 4; // as many answers on the board are buttons too
const IMPLIED = [END, "pass", "pass-turn"]; // answers that a tap of another seat implies
const ENOUGH = "enough"; // ends an answer of several entries

export class Answers {
  /** The questions that the next entry may answer, and those of them that are open. */
  questions = /** @type {EntryQuestion[]} */ ([]);
  live = /** @type {EntryQuestion[]} */ ([]);
  /** The picks of a question for several, in order. */
  chosen = /** @type {string[]} */ ([]);
  /** The questions and the labels of the open answers, by pick. */
  owners = /** @type {Map<string, {question: Question, label: string}>} */ (new Map());
  /** The picks on the board. */
  placed = /** @type {Set<string>} */ (new Set());
  /** The questions of a turn when its seat could last end it. */
  turn = /** @type {EntryQuestion[]} */ ([]);

  /**
   * `answer(seat, picks, label, next)` makes an entry, and then another one that `next(questions)` finds; `about(pick, prompt)` describes a card (see replay/view.js); `show()` draws
   * the board after another question was opened; `parts` has what one tap may tell together (see two-parts.js).
   * @param {HTMLElement} root @param {AnswersOptions} options
   */
  constructor(root, { players, answer, about, show, parts }) {
    this.root = root;
    this.players = players;
    this.answer = answer;
    this.about = about;
    this.show = show;
    this.parts = parts;
  }

  /** Takes the questions that the next entry may answer. @param {EntryQuestion[]} questions */
  take(questions) {
    this.questions = questions;
    if (questions[0]?.choices.some(({ pick }) => pick === END)) this.turn = questions;
    this.open(0);
  }

  /** Returns whether the questions are these ones. @param {EntryQuestion[]} questions */
  isAbout(questions) {
    return JSON.stringify(questions) === JSON.stringify(this.questions);
  }

  /**
   * Opens a question, and those after it that offer other things and other acts: a tap on the board then belongs to one of
   * them. The others wait behind a button each.
   * @param {number} first
   */
  open(first) {
    this.chosen = [];
    this.owners = new Map();
    this.live = [];
    const taken = new Set();
    const current = this.questions[first];
    const isSkippable =
      current?.question.most > 1 || current?.choices.some(({ pick }) => IMPLIED.includes(pick));
    for (const each of this.questions.slice(first)) {
      if (!isSkippable && each.question.seat !== current.question.seat) break; // one tap must not skip a choice
      const choices = each.choices.filter(({ legality }) => legality !== "illegal");
      const names = choices.flatMap(({ pick }) => namesOf(pick));
      if (names.some((name) => taken.has(name))) break;
      this.live.push(each);
      for (const name of names) taken.add(name);
      for (const { pick, label } of choices) this.owners.set(pick, { question: each.question, label });
    }
  }

  /** @param {number} index */
  reopen(index) {
    this.open(index);
    this.show();
    this.root.focus({ preventScroll: true });
  }

  /** Returns whether a thing on the board with `picks` belongs to later questions alone. @param {string[]} picks */
  isLater(picks) {
    const [first] = this.live;
    return picks.every((pick) => this.owners.has(pick) && this.owners.get(pick)?.question !== first.question);
  }

  /** The answers that the board may offer (pick → label). */
  get options() {
    return new Map([...this.owners].map(([pick, { label }]) => [pick, label]));
  }

  /** Takes a pick on the board. @param {string} pick @param {Next} [next] */
  pick(pick, next) {
    const owner = this.owners.get(pick);
    if (!owner) return undefined;
    const { question, label } = owner;
    const [first] = this.questions;
    if (question === first.question || !this.chosen.length) return this.choose(question, pick, label, next);
    return this.#endWith(first, this.chosen, { seat: question.seat, pick, label, next });
  }

  /**
   * Answers, or adds the pick, or else a free copy of it, to those chosen of a question for several.
   * @param {Question} question @param {string} pick @param {string} label @param {Next} [next]
   */
  choose(question, pick, label, next, copies = [pick]) {
    if (question.most === 1) return this.#answer(question, pick, label, next);
    const free = copies.find((copy) => !this.chosen.includes(copy));
    if (free && this.chosen.length < question.most) this.chosen.push(free);
    else this.chosen = this.chosen.filter((each) => !copies.includes(each));
    if (this.chosen.length === question.most) return this.answer(question.seat, this.chosen, t("Done"));
    this.draw(this.placed);
    query(`[data-option="${CSS.escape(pick)}"]`, this.root)?.focus({ preventScroll: true });
  }

  /**
   * Answers a question; one of the same seat after a turn ends that first.
   * @param {Question} question @param {string} pick @param {string} label @param {Next} [next]
   */
  #answer(question, pick, label, next) {
    const [first] = this.questions;
    const isLater = question !== first.question && question.seat === first.question.seat;
    if (!isLater || !first.choices.some((choice) => choice.pick === END))
      return this.answer(question.seat, [pick], label, next);
    return this.#endWith(first, [END], { seat: question.seat, pick, label, next });
  }

  /** Draws the questions beside a board with the picks `placed`. @param {Set<string>} placed */
  draw(placed) {
    this.placed = placed;
    const following = this.#following();
    const questions = following.length ? this.questions.slice(0, 1) : this.questions;
    const blocks = questions.map((each, index) =>
      this.live.includes(each) ? this.block(each, index) : this.waiting(each, index),
    );
    this.root.replaceChildren(...blocks, ...following);
  }

  /** Brings the first question back into sight after a tap far below it. */
  bringUp() {
    const { bottom } = query(".confirmation").getBoundingClientRect();
    if (this.root.getBoundingClientRect().top < bottom - 1) this.root.scrollIntoView({ block: "start" });
  }

  /** What may follow an answer that somebody is still choosing: a tap there ends it. */
  #following() {
    const [first] = this.questions;
    const end = first && this.#ending(first);
    if (!end || this.turn[0]?.question.seat !== first.question.seat) return [];
    /** @param {Offered} offered */
    const next = ({ question, choices }) =>
      choices
        .filter(({ pick, legality }) => legality === "legal" && !/^(play|discard):|^pass/.test(pick))
        .map(({ pick, label }) => {
          const { seat } = question;
          const choose = () => this.#endWith(first, end, { seat, pick, label });
          const data = { "data-then": pick, "data-seat": seat };
          return h("button", { type: "button", ...data, onclick: choose }, label);
        });
    /** @param {EntryQuestion} each */
    const part = (each) => [h("p", {}, this.heading(each)), h("div", { class: "options" }, next(each))];
    return [h("section", { class: "asks then" }, h("h2", {}, t("And then")), ...this.turn.flatMap(part))];
  }

  /**
   * Ends an answer of several parts with `picks`, and goes on with another one, with its own `next`.
   * @param {Offered} ended @param {string[]} picks @param {Target} target
   */
  #endWith({ question, choices }, picks, { seat, pick, label, next = undefined }) {
    const ending = choices.find((choice) => choice.pick === picks[0])?.label ?? label;
    this.answer(question.seat, picks, ending, (questions) => {
      const found = findChoice(questions, seat, (other) => other === pick);
      return found && { ...found, next };
    });
  }

  /** The picks that end an answer of several parts, or nothing if it asks for more. @param {Offered} offered */
  #ending({ question, choices }) {
    if (question.most > 1) return this.chosen.length < question.least ? undefined : this.chosen;
    return choices.some(({ pick, legality }) => pick === ENOUGH && legality === "legal")
      ? [ENOUGH]
      : undefined;
  }

  /** @param {Pick<EntryQuestion, "question" | "prompt">} asked */
  heading({ question, prompt }) {
    if (question.seat === null) return t("The match begins");
    return [h("b", {}, this.players[question.seat]), colon, prompt];
  }

  /** A question behind a button. @param {EntryQuestion} each @param {number} index */
  waiting(each, index) {
    return h(
      "button",
      { type: "button", class: "quiet waiting", "data-waiting": index, onclick: () => this.reopen(index) },
      this.heading(each),
    );
  }

  /** @param {EntryQuestion} each @param {number} index */
  block({ question, prompt, choices }, index) {
    const open = choices.filter(({ legality }) => legality !== "illegal");
    const closed = choices.filter(({ legality }) => legality === "illegal");
    const about = question.most > 1 ? this.about : undefined;
    const groups = groupCopies(open, about);
    const offered = { question, choices };
    /** @param {Choice} choice */
    const button = (choice) => {
      const single = this.button(question, choice, groups.get(choice) ?? [choice.pick]);
      return this.parts.row(offered, choice, single, (pick, next) =>
        this.choose(question, pick, choice.label, next),
      );
    };
    /** @param {Choice} choice */
    const isRow = (choice) => this.parts.list(choice, offered).length > 0;
    const placed = open.filter(({ pick, legality }) => legality === "legal" && this.placed.has(pick));
    const onBoard = placed.length > FEW ? placed : [];
    const rest = [...groups.keys()].filter((choice) => !onBoard.includes(choice));
    return h(
      "section",
      { class: index ? "asks after" : "asks", "data-prompt": question.prompt, "data-most": question.most },
      index > 0 && h("p", { class: "afterwards minor" }, t("Afterwards")),
      h("h2", {}, this.heading({ question, prompt })),
      h(
        "div",
        { class: "options" },
        question.most > 1 && this.endings(question),
        sortChoices(rest, this.about, isRow).map(button),
        question.most === 1 && this.endings(question),
        onBoard.length > 0 &&
          h(
            "details",
            { class: "placed" },
            h("summary", {}, t("As a list ({count})", { count: onBoard.length })),
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

  /** The buttons for no pick, and for several. @param {Question} question */
  endings(question) {
    const { least, most, seat } = question;
    /** @param {string} label */
    const send = (label) => () => this.answer(seat, most > 1 ? this.chosen : [], label);
    if (seat === null)
      return h("button", { type: "button", class: "done", onclick: send(t("The match begins")) }, t("Begin"));
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

  /** @param {Question} question @param {Choice} choice @param {string[]} copies */
  button(question, { pick, label, legality, rule, sentence }, copies) {
    const about = this.about(pick, question.prompt);
    const classes = [about && "told", legality];
    const several = question.most > 1;
    const count = copies.filter((copy) => this.chosen.includes(copy)).length;
    const title = about?.title ?? label;
    return h(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "data-option": pick,
        "data-seat": question.seat,
        "data-left": several ? copies.length - count : undefined,
        "aria-pressed": several ? String(count > 0) : undefined,
        onclick: () => this.choose(question, pick, label, undefined, copies),
      },
      optionText(count > 1 ? `${title} × ${count}` : title, about),
      sentence && h("span", { class: "why" }, rule ? `${sentence} (${rule})` : sentence),
    );
  }
}

/** The act and the thing of a pick; cards in a hand lie nowhere on the board. @param {string} pick */
function namesOf(pick) {
  const [act, thing] = pick.includes(":") ? pick.split(":") : ["", pick];
  return act === "play" || /^(end|pass|pass-turn)$/.test(pick) ? [] : [`${act}:`, thing];
}
