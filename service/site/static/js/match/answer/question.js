/**
 * The open question with its options as buttons. Several may be chosen, in order if the order counts.
 *
 * It is a bar between the board and the hand: its sentence, and the options that have no place on the board. A phone unfolds
 * it to a sheet with all options.
 */

/** @import { Asked } from "../../contract.d.ts" */
/** @import { Words } from "../../pages.d.ts" */
/** @import { About } from "../../replay/view.js" */

import { cite } from "../../lib/cite.js";
import { isRule } from "../../lib/citation.js";
import { h, query, queryAll } from "../../lib/dom.js";
import { colon, t } from "../../lib/i18n.js";
import { optionText } from "./option-text.js";
import { Roving } from "../../boards/roving.js";
import { icon } from "../../lib/icons.js";

const FEW = 4; // so many options on the board are shown as buttons too
const ROW = 80; // letters that have room in one row of buttons
const NARROW_ROW = 34; // on a phone
const FRAME = 4; // letters that the frame of a button takes
const LIST = 18; // letters of the list that unfolds, with its frame
const BESIDE = 72; // letters of a sentence that has room in two lines beside a recap
const SHORT = 32; // letters of a sentence that has room in two lines beside the buttons of a phone
const UNREAD = 400; // milliseconds in which nobody reads a new question
const DISCARDS = new Set(["discard"]); // prompts that say no number
const narrow = matchMedia("(max-width: 56rem)");
const IN_ORDER = new Set(["order-of-cards"]); // prompts whose first choice lies on top

const ASIDES = {
  again: t("Show again what happened since your turn"),
  skip: t("Skip to the last fact (Escape)"),
  fold: t("Show the table"),
};

/** Gives the link of a rule one word, whose room each bar has; its title and number stay as its name. @param {Element} link */
function shorten(link) {
  const title = link.textContent ?? "";
  link.setAttribute("aria-label", title);
  link.setAttribute("title", title);
  link.replaceChildren(t("The rule"));
  return link;
}

/** @typedef {{end?: string, acts: string}} Recap  the end of a turn that nobody chose, and acts */
/** @typedef {(pick: string) => About | undefined} Describe  describes the thing of a pick */

/**
 * `answer(picks)` sends; `again()` replays the facts since the own turn; `skip()` ends the replay; `refusals()` shows why nothing
 * else is possible.
 * @typedef {{answer: (picks: string[]) => void, game: string, words: Words, again: () => void, skip: () => void,
 *   refusals: () => void}} QuestionOptions
 */

export class Question {
  /** @type {Asked | null} The shown question. */
  asked = null;
  /** @type {Map<string, string>} The labels of its options, by pick. */
  options = new Map();
  spot = { x: -1, y: -1 }; // of the last press
  /** @type {Set<string>} The picks on the board. */
  there = new Set();
  /** @type {Describe} */
  about = () => undefined;

  /** @param {HTMLElement} root @param {QuestionOptions} options */
  constructor(root, { answer, game, words, again, skip, refusals }) {
    this.root = root;
    this.game = game;
    this.answer = answer;
    this.words = words;
    this.again = again;
    this.skip = skip;
    this.refusals = refusals;
    this.sheet = this.asideButton("fold", () => this.fold(!root.classList.contains("folded")));
    root.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (this.spot = { x, y }));
    this.roving = new Roving(root, { items: "button, summary", first: "button:not(.aside), summary" });
    this.key = ""; // all that was shown last
    /** @type {string[]} */
    this.chosen = [];
    /** @type {Element[]} The drawn parts of a choice of several. */
    this.parts = [];
  }

  /**
   * Shows the question `asked`, open since the answer after fact `since`, with its `sentence` and `rule`. `options` (pick → label)
   * are empty for viewers that may not choose. Chosen options stay chosen while the question is the same. `there` are the picks
   * on the board; `about(pick)` describes the thing of a pick (see replay/view.js). `aside` has the `recap` of what others did,
   * and says whether facts are being played, and whether they can be played again.
   * @param {number} since @param {Asked | null} asked @param {string} sentence @param {string} rule
   * @param {Map<string, string>} options @param {Set<string>} there @param {Describe} about
   * @param {{recap: Recap, playing: boolean, again: boolean}} aside
   */
  show(since, asked, sentence, rule, options, there, about, aside) {
    const key = JSON.stringify([asked && since, asked, sentence, rule, [...options], [...there], aside]);
    if (key === this.key) return this.markChosen();
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
      ? h("h2", { class: sentence.length > SHORT ? "asked long" : "asked" }, sentence)
      : h("p", { class: "asked quiet" }, sentence);
    const choices = options.size
      ? this.several
        ? this.list()
        : [this.number(), this.buttons()].filter(Boolean)
      : [];
    const cited = asked && isRule(rule) && shorten(cite(rule, this.game, this.words));
    const asides = h("div", { class: "asides" }, cited, button, options.size > 0 && this.sheet); // after the options, so that keys reach these first
    const others = sentence.length <= BESIDE && this.makeRecap(aside.recap);
    this.root.replaceChildren(...[heading, others].filter(Boolean), ...choices, asides);
    this.root.classList.toggle("asks", options.size > 0);
    const isPlaced = [...options.keys()].every((pick) => there.has(pick)) && !this.several && !this.mayPass;
    this.root.classList.toggle("placed", options.size > 1 && isPlaced);
    this.root.classList.toggle("reads", this.root.querySelector(".told") !== null);
    this.fold(there.size > 0 || !this.root.matches(".reads"));
    this.roving.settle();
    this.guard();
  }

  /** What others did, in two lines until a tap; else, on a phone, the text of the card of the hand that is played. @param {Recap} recap */
  makeRecap({ end, acts }) {
    const isTitleOnly = narrow.matches && this.options.size > 0 && query(".dock .placed-now");
    const card = isTitleOnly && this.asked?.about ? this.about(this.asked.about) : undefined;
    const text = acts || (card?.text && `${card.title}${colon}${card.text}`);
    /** @param {{currentTarget: HTMLElement}} event */
    const unfold = ({ currentTarget }) => currentTarget.classList.toggle("whole");
    const lang = acts ? undefined : card?.lang;
    const ending = end ? [h("b", {}, end), " "] : [];
    return text && h("p", { class: acts ? "recap" : "recap card-text", lang, onclick: unfold }, ending, text);
  }

  /** Where a button of a new question or of a list that unfolds lies under the last press, it takes none until it can have been read. */
  guard() {
    clearTimeout(this.guarding);
    const { x, y } = this.spot;
    // Rectangles, because a hit test would count what the page has yet to change around the question as a shift.
    const isUnder = queryAll(".options button", this.root)
      .map((button) => button.getBoundingClientRect())
      .some(({ left, top, right, bottom }) => left <= x && x < right && top <= y && y < bottom);
    this.root.classList.toggle("unread", isUnder);
    if (isUnder) this.guarding = setTimeout(() => this.root.classList.remove("unread"), UNREAD);
  }

  /**
   * Folds the sheet to its sentence and the options that are not on the board, or shows all options.
   * @param {boolean} folded
   */
  fold(folded) {
    this.root.classList.toggle("folded", folded);
    const list = this.root.querySelector("details");
    if (list && narrow.matches) list.open = !folded; // hidden, it would take a row
    if (!folded) this.guard();
    this.sheet.ariaExpanded = String(!folded);
    this.sheet.ariaLabel = this.sheet.title = folded ? t("Show all choices") : t("Show the table");
  }

  /** A small button next to the sentence. @param {keyof typeof ASIDES} name @param {() => void} act */
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
    return (this.asked?.most ?? 1) > 1;
  }

  /** Whether an empty answer is allowed. It has a button of its own. */
  get mayPass() {
    return !this.several && this.asked?.least === 0;
  }

  /** The empty answer in words. */
  get none() {
    return this.asked?.prompt === "where" ? t("Skip the move") : t("Skip this");
  }

  /** The labels that can be typed (pick → label): the options, and "" for the empty answer if allowed. */
  get names() {
    return this.mayPass ? new Map([...this.options, ["", this.none]]) : this.options;
  }

  /** An answer in words. @param {string[]} picks */
  describe(picks) {
    return picks.map((pick) => this.options.get(pick)).join(", ") || this.none;
  }

  /** Takes a pick, from here or from the board: answers at once, or adds it to those chosen. @param {string} pick */
  pick(pick) {
    if (!this.several) return this.answer(pick ? [pick] : []);
    const at = this.chosen.indexOf(pick);
    if (at >= 0) this.chosen.splice(at, 1);
    else if (this.chosen.length < (this.asked?.most ?? 0)) this.chosen.push(pick);
    const former = this.parts;
    this.list().forEach((part, index) => former[index].replaceWith(part));
    this.markChosen();
    this.roving.settle();
    query(`[data-option="${CSS.escape(pick)}"]`, this.root)?.focus({ preventScroll: true });
  }

  /** Marks the chosen ones of several things on the board. */
  markChosen() {
    if (!this.several) return;
    /** @param {string} pick */
    const isChosen = (pick) => this.chosen.includes(pick);
    for (const thing of queryAll("#board [data-pick]"))
      thing.ariaPressed = String(thing.dataset.pick.split(" ").some(isChosen));
  }

  /** The description of an option that lies nowhere on the board. @param {string} pick */
  description(pick) {
    return this.there.has(pick) ? undefined : this.about(pick);
  }

  /**
   * The options on the board that have a button as well: those of a kind, such as attacks, of which there are few; no cards.
   * @param {[string, string][]} placed
   */
  shownKinds(placed) {
    const inHand = new Set(queryAll(".dock [data-pick]").flatMap(({ dataset }) => dataset.pick.split(" ")));
    /** @type {Map<string, string[]>} */
    const kinds = new Map();
    for (const [pick] of placed.filter(([each]) => !inHand.has(each))) {
      const kind = pick.includes(":") ? pick.split(":")[0] : "";
      kinds.set(kind, [...(kinds.get(kind) ?? []), pick]);
    }
    const apart = [...this.options.keys()].filter((pick) => !this.there.has(pick));
    /** @param {string[]} picks */
    const letters = (picks) =>
      picks.reduce((sum, pick) => sum + (this.options.get(pick) ?? "").length + FRAME, 0);
    /** @type {string[]} */
    const shown = [];
    const row = narrow.matches ? NARROW_ROW : ROW;
    for (const picks of [...kinds.values()].sort((one, other) => one.length - other.length)) {
      const more = [...shown, ...picks];
      const list = more.length < placed.length ? LIST : 0;
      if (more.length > FEW || letters([...apart, ...more]) + list > row) break;
      shown.push(...picks);
    }
    const all = placed.map(([pick]) => pick);
    const needsNoList = all.length - shown.length === 1 && letters([...apart, ...all]) <= row;
    return new Set(needsNoList ? all : shown);
  }

  /** The options as buttons: first those that lie nowhere on the board, then few of a kind, all others in a list that unfolds. */
  buttons() {
    /** @param {[string, string]} option */
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
    const placed = options.filter(([pick]) => this.there.has(pick));
    const shown = this.shownKinds(placed);
    const rest = placed.filter(([pick]) => !shown.has(pick));
    /** @param {{target: HTMLDetailsElement}} event */
    const keep = (event) => (this.unfolded = event.target.open);
    const folded =
      rest.length > 0 &&
      h(
        "details",
        { open: this.unfolded, ontoggle: keep },
        h("summary", {}, t("As a list ({count})", { count: rest.length })),
        h("div", { class: "options" }, rest.map(button)),
      );
    const alone =
      options.length === 1 &&
      h(
        "button",
        { type: "button", class: "quiet alone", onclick: this.refusals },
        t("Why is nothing else possible?"),
      );
    const apart = options.filter(([pick]) => !this.there.has(pick) || shown.has(pick));
    return h("div", { class: "options" }, apart.map(button), none, folded, alone);
  }

  /** How many to discard. */
  number() {
    const { least, prompt } = /** @type {Asked} */ (this.asked);
    return DISCARDS.has(prompt) && least === 1 && h("p", { class: "progress" }, t("Discard 1 card"));
  }

  /** How many to choose, the options, and the button that ends the choice: it stays beside the sentence. */
  list() {
    const { least, most, prompt } = /** @type {Asked} */ (this.asked);
    const count = least === most ? most : `${least}–${most}`;
    const progress = { count, chosen: this.chosen.length };
    const others = [...this.options.keys()].filter((pick) => !this.chosen.includes(pick));
    const picks = IN_ORDER.has(prompt) && others.length === 1 ? [...this.chosen, ...others] : this.chosen; // the last one follows
    /** @param {[string, string]} option */
    const button = ([pick, label]) => {
      const index = this.chosen.indexOf(pick);
      const about = this.description(pick);
      return h(
        "button",
        {
          type: "button",
          class: about && "told",
          "data-option": pick,
          "aria-pressed": String(index >= 0),
          onclick: () => this.pick(pick),
        },
        optionText(index < 0 ? label : `${index + 1}. ${label}`, about),
      );
    };
    const end = {
      type: "button",
      class: "done",
      disabled: picks.length < least,
      onclick: () => this.answer(picks),
    };
    this.parts = [
      h(
        "p",
        { class: "progress" },
        IN_ORDER.has(prompt)
          ? t("The top card first: {chosen} of {count}", progress)
          : t("Choose {count}; chosen so far: {chosen}.", progress),
      ),
      h("div", { class: "options several" }, [...this.options].map(button)),
      h("button", end, t("Done")),
    ];
    return this.parts;
  }
}
