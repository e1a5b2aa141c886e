/** Taps that tell two answers: a move with its first action, a card with its place, a discard with its first card. */

/** @import { Attributes } from "../lib/dom.js" */
/** @import { EntryQuestion } from "../contract.d.ts" */
/** @import { Choice, Fact, Found, Next, Offered, SecondPart } from "./shapes.d.ts" */
/** @import { RecordPage } from "./page.js" */

import { h } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";

export class TwoParts {
  /** `page` is the page of the scribe. @param {RecordPage} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * The second parts that a tap may tell with a choice; an amendment replaces a single answer.
   * @param {Choice} choice @param {Offered} offered @returns {SecondPart[]}
   */
  list({ pick, legality }, offered) {
    const { page } = this;
    if (page.amendment.entry || legality === "illegal") return [];
    const scene = page.live.replay.at(page.seq);
    return page.boards.scribing?.following(pick, offered, scene, page.view(scene, new Map())) ?? [];
  }

  /**
   * The places for a revealed card that the seat of a pick receives.
   * @param {string} card @param {string} pick @returns {SecondPart[]}
   */
  listPlaces(card, pick) {
    const { page } = this;
    const scene = page.live.replay.at(page.seq);
    return page.boards.scribing?.placesOf(card, pick, scene, page.view(scene, new Map())) ?? [];
  }

  /**
   * The `button` of a choice with its second parts in a row; `choose(pick, next)` answers.
   * @param {Offered} offered @param {Choice} choice @param {Element} button
   * @param {(pick: string, next: Next) => void} choose
   */
  row(offered, choice, button, choose) {
    const parts = this.list(choice, offered);
    if (!parts.length) return button;
    const { seat } = offered.question;
    const data = { "data-seat": seat };
    /** @param {SecondPart} part */
    const tell = (part) => choose(part.first, this.finder(seat, part));
    return h("div", { class: "row cluster" }, button, this.buttons(parts, choice.label, data, tell));
  }

  /**
   * The buttons for second parts beside the one for the first, called `label`.
   * @param {SecondPart[]} parts @param {string} label @param {Attributes} data
   * @param {(part: SecondPart) => void} choose
   */
  buttons(parts, label, data, choose) {
    return h(
      "div",
      { class: "seconds cluster" },
      parts.map((part) =>
        h(
          "button",
          {
            type: "button",
            ...data,
            "data-both": `${part.first}>>${part.then}`,
            "aria-label": `${label}${colon}${part.text}`,
            onclick: () => choose(part),
          },
          part.text,
        ),
      ),
    );
  }

  /**
   * Returns the function that finds a second part among the next questions. Where they do not ask for it, and the `facts` of
   * the first part do not say the same, the page tells that it is not entered.
   * @param {number | null} seat @param {Omit<SecondPart, "first">} part @returns {Next}
   */
  finder(seat, { then, about = "", text }) {
    return (questions, facts) => {
      const found = this.#find(questions, seat, then, about);
      if (!found && !this.#agrees(facts, [then, about]))
        this.page.refuse({
          sentence: t("“{part}” is not entered: the rules ask for something else.", { part: text }),
          rule: null,
        });
      return found;
    };
  }

  /** @param {EntryQuestion[]} questions @param {number | null} seat @param {string} then @param {string} about */
  #find(questions, seat, then, about) {
    if (about && !this.#isSame(questions[0]?.question.about, about)) return undefined;
    /** @param {string} pick */
    const isMeant = (pick) => (then.endsWith(":") ? pick.startsWith(then) : pick === then);
    const found = findChoice(questions, seat, isMeant);
    if (found || !this.#title(then)) return found;
    const next = questions.find(({ question }) => question.seat === seat);
    const copy = next?.choices.find(
      ({ pick, legality }) => legality !== "illegal" && this.#isSame(pick, then),
    );
    return next && copy && { question: next.question, ...copy };
  }

  /** Whether one of the facts names all these things. @param {Fact[]} facts @param {string[]} things */
  #agrees(facts, things) {
    /** @param {Fact["event"]} event */
    const names = (event) => Object.values(event).flat();
    /** @param {Fact["event"]} event @param {string} thing */
    const isNamed = (event, thing) => !thing || names(event).some((name) => this.#isSame(name, thing));
    return facts.some(({ event }) => things.every((thing) => isNamed(event, thing)));
  }

  /** Whether two words are the same, or copies of one card. @param {unknown} one @param {unknown} other */
  #isSame(one, other) {
    return one === other || (Boolean(this.#title(one)) && this.#title(one) === this.#title(other));
  }

  /** @param {unknown} word */
  #title(word) {
    return typeof word === "string" ? this.page.about(word, "")?.title : undefined;
  }
}

/**
 * Returns the one open choice of a seat whose pick fits, with its question, or nothing.
 * @param {EntryQuestion[]} questions @param {number | null} seat @param {(pick: string) => boolean} fits
 * @returns {Found | undefined}
 */
export function findChoice(questions, seat, fits) {
  const open = questions
    .filter(({ question }) => question.seat === seat)
    .flatMap(({ question, choices }) => choices.map((choice) => ({ question, ...choice })))
    .filter(({ pick, legality }) => legality !== "illegal" && fits(pick));
  return open.length === 1 ? open[0] : undefined;
}
