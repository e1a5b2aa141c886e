/** Taps that tell two answers: a move with its first action, a card with its place, a discard with its first card. */

import { h } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";

/**
 * The second half of a tap: the pick `then` answers the next question of the seat, which is about the card `about` if it
 * has one. `text` stands on its button.
 * @typedef {{first: string, then: string, about?: string, text: string}} SecondPart
 */

export class TwoParts {
  /** `page` is the page of the scribe. */
  constructor(page) {
    this.page = page;
  }

  /** The second parts that a tap may tell with a choice; an amendment replaces a single answer. */
  list({ pick, legality }, offered) {
    const { page } = this;
    if (page.amendment.entry || legality === "illegal") return [];
    const scene = page.live.replay.at(page.seq);
    return page.boards.scribing?.following(pick, offered, scene, page.view(scene, new Map())) ?? [];
  }

  /** The places for a revealed card that the seat of a pick receives. */
  listPlaces(card, pick) {
    const { page } = this;
    const scene = page.live.replay.at(page.seq);
    return page.boards.scribing?.placesOf(card, pick, scene, page.view(scene, new Map())) ?? [];
  }

  /** The `button` of a choice with its second parts in a row; `choose(pick, next)` answers. */
  row(offered, choice, button, choose) {
    const parts = this.list(choice, offered);
    if (!parts.length) return button;
    const { seat } = offered.question;
    const data = { "data-seat": seat };
    const tell = (part) => choose(part.first, this.finder(seat, part));
    return h("div", { class: "row cluster" }, button, this.buttons(parts, choice.label, data, tell));
  }

  /** The buttons for second parts beside the one for the first, called `label`. */
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

  #find(questions, seat, then, about) {
    if (about && !this.#isSame(questions[0]?.question.about, about)) return undefined;
    const isMeant = (pick) => (then.endsWith(":") ? pick.startsWith(then) : pick === then);
    const found = findChoice(questions, seat, isMeant);
    if (found || !this.#title(then)) return found;
    const { question, choices = [] } = questions.find(({ question }) => question.seat === seat) ?? {};
    const copy = choices.find(({ pick, legality }) => legality !== "illegal" && this.#isSame(pick, then));
    return copy && { question, ...copy };
  }

  /** Whether one of the facts names all these things. */
  #agrees(facts, things) {
    const names = (event) => Object.values(event).flat();
    const isNamed = (event, thing) => !thing || names(event).some((name) => this.#isSame(name, thing));
    return facts.some(({ event }) => things.every((thing) => isNamed(event, thing)));
  }

  /** Whether two words are the same, or copies of one card. */
  #isSame(one, other) {
    return one === other || (Boolean(this.#title(one)) && this.#title(one) === this.#title(other));
  }

  #title(word) {
    return typeof word === "string" ? this.page.about(word, "")?.title : undefined;
  }
}

/** Returns the one open choice of a seat whose pick fits, with its question, or nothing. */
export function findChoice(questions, seat, fits) {
  const open = questions
    .filter(({ question }) => question.seat === seat)
    .flatMap(({ question, choices }) => choices.map((choice) => ({ question, ...choice })))
    .filter(({ pick, legality }) => legality !== "illegal" && fits(pick));
  return open.length === 1 ? open[0] : undefined;
}
