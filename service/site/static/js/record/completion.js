/** The cards that an entry lacks: the scribe names them, the chosen one of several first, with its place if it is clear. */

/** @import { EntryQuestion, EntryRefusal } from "../contract.d.ts" */
/** @import { Entry as Draft } from "../offline/entries.js" */
/** @import { Next, SecondPart } from "./shapes.d.ts" */
/** @import { RecordPage } from "./page.js" */

import { find } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { askCandidates } from "./candidates.js";

/** @typedef {{replace: (entry: Draft) => unknown, leave: () => unknown}} Endings */

export class Completion {
  /** @type {SecondPart | undefined} The place of the chosen card, if a tap told it. */
  place;

  /** `page` is the page of the scribe. @param {RecordPage} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * Asks for the card that an `entry` lacks; `replace(entry)` sends it with the card.
   * @param {EntryRefusal} refusal @param {Draft} entry @param {Endings} endings
   */
  ask(refusal, entry, { replace, leave }) {
    const { page } = this;
    const { seat, picks, leaves, sightings = [] } = entry;
    const choosing = page.amendment.entry
      ? undefined
      : picks.find((pick) => page.boards.scribing?.choosesRevealed(pick));
    const isFirst = choosing !== undefined && !sightings.length;
    /** @param {string} card @param {SecondPart} [place] */
    const choose = (card, place) => {
      if (page.busy) return; // a second tap of the same finger
      const cards = [...sightings.map((each) => each.card), card];
      if (isFirst) this.place = place;
      if (choosing !== undefined) page.next = this.#finder(seat, cards, this.place);
      page.wait(true);
      replace({ seat, picks, leaves, sightings: [...sightings, { card }] });
    };
    page.isNaming = true;
    find("answers").replaceChildren(
      askCandidates(refusal, {
        players: page.page.players,
        about: (card) => page.about(card, ""),
        choose,
        leave,
        hint: isFirst ? t("Begin with the card that is chosen.") : "",
        places: (card) => (isFirst ? page.parts.listPlaces(card, choosing) : []),
        parts: page.parts,
      }),
    );
    find("answers").focus({ preventScroll: true });
  }

  /**
   * Finds the first of the revealed `cards` where the next question is which of them is chosen, and then its `place`.
   * @param {number | null} seat @param {string[]} cards @param {SecondPart} [place] @returns {Next}
   */
  #finder(seat, cards, place) {
    const next = place && this.page.parts.finder(seat, place);
    return (questions, facts) => {
      const found = this.#findRevealed(questions, seat, cards);
      return found ? { ...found, next } : next?.(questions, facts);
    };
  }

  /** @param {EntryQuestion[]} questions @param {number | null} seat @param {string[]} cards */
  #findRevealed(questions, seat, cards) {
    const titles = cards.map((card) => this.page.about(card, "")?.title);
    /** @param {string} pick */
    const titleOf = (pick) => this.page.about(pick, "")?.title;
    const open = questions[0]?.choices.filter(({ legality }) => legality !== "illegal") ?? [];
    if (!open.length || !open.every(({ pick }) => titles.includes(titleOf(pick)))) return undefined;
    const { question } = questions[0];
    const first = open.find(({ pick }) => titleOf(pick) === titles[0]);
    return first && question.seat === seat ? { question, ...first } : undefined;
  }
}
