/** Answers that one tap of a scribe tells together: a move with the first action at its place, a card with its place. */

/** @import { Choice, Offered, SecondPart } from "../../../record/shapes.d.ts" */
/** @import { Action, Scene, Symbol, View } from "../shapes.d.ts" */

import { subject } from "../../../boards/move-selection.js";
import { say } from "../../../lib/i18n.js";
import { ACTIONS, nameOf, printed, printedVillain } from "./card-text.js";

const PLACED = ["ally", "item", "hero"]; // the kinds of cards that go to a location
const MOVES = /^(move:|stay$)/;

/** The pick that follows by itself, of those symbols that ask for nothing else first: Fate with one opponent. */
/** @type {Partial<Record<Action, (symbol: Symbol, seats: number) => string | false>>} */
const FOLLOWING = {
  gain_power: ({ amount }) => `gain:${amount}`,
  fate: (_, seats) => seats === 2 && "fate:",
  discard_cards: () => "discard:",
};

/**
 * The pick of the move to a location, or to stay there, with a symbol of it; nothing for other symbols.
 * @param {string} location @param {Symbol} symbol @param {boolean} isHere @param {number} seats
 */
export function combinedPick(location, symbol, isHere, seats) {
  /** @param {string} pick @param {Offered} offered @param {Scene} scene @param {View} view @returns {SecondPart[]} */
  const next = FOLLOWING[symbol.action]?.(symbol, seats);
  return next && `${isHere ? "stay" : `move:${location}`}>>${next}`;
}

/**
 * Returns the combined picks for the moves among `options`, with their labels.
 * @param {Scene} scene @param {Map<string, string>} options @param {View} view
 */
export function combine({ board }, options, view) {
  const combined = new Map();
  for (const [seat, { who, at }] of board.realms.entries()) {
    for (const { id, top, bottom } of printedVillain(who, view).locations) {
      if (!options.has(at === id ? "stay" : `move:${id}`) || (at === id && seat !== board.seat)) continue;
      for (const [index, symbol] of [...top, ...bottom].entries()) {
        const pick = combinedPick(id, symbol, at === id, board.realms.length);
        if (pick && !(`covered:${id}:${index + 1}` in view.reckoned))
          combined.set(
            pick,
            `${nameOf(id, view)} · ${say(ACTIONS[symbol.action], { amount: symbol.amount })}`,
          );
      }
    }
  }
  return combined;
}

/**
 * What one tap may tell with a pick (see record/two-parts.js).
 * @param {string} pick @param {Offered} offered @param {Scene} scene @param {View} view @returns {SecondPart[]}
 */
export function following(pick, { question, choices }, scene, view) {
  const { seat, prompt } = question;
  if (seat === null) return [];
  if (MOVES.test(pick)) return firstActions(pick, seat, scene, view);
  if (pick === "discard:cards") return firstDiscards(pick, choices, view);
  const isPlayed = pick.startsWith("play:") || prompt === "ally-to-play";
  return isPlayed ? listPlaces(pick, subject(pick), seat, scene, view) : [];
}

/**
 * The places of a card that Fate reveals by a pick.
 * @type {(card: string, pick: string, scene: Scene, view: View) => SecondPart[]}
 */
export const placesOf = (card, pick, scene, view) =>
  listPlaces(card, card, Number(subject(pick)), scene, view);

/**
 * The unlocked locations for a card that goes to one of them.
 * @param {string} first @param {string} card @param {number} seat @param {Scene} scene @param {View} view
 */
function listPlaces(first, card, seat, { board }, view) {
  const { kind, attach } = printed(card, view) ?? {};
  if (!kind || !PLACED.includes(kind) || attach) return [];
  const { who, locked } = board.realms[seat];
  return printedVillain(who, view)
    .locations.filter(({ id }) => !locked.includes(id))
    .map(({ id }) => ({ first, then: id, about: card, text: nameOf(id, view) }));
}

/**
 * The symbols that ask for nothing else first, at the place of a move; Fate asks for the opponent.
 * @param {string} pick @param {number} seat @param {Scene} scene @param {View} view
 */
function firstActions(pick, seat, { board, players }, view) {
  const { who, at } = board.realms[seat];
  const place = pick === "stay" ? at : subject(pick);
  const { top = [], bottom = [] } = printedVillain(who, view).locations.find(({ id }) => id === place) ?? {};
  const opponents = [...board.realms.keys()].filter((other) => other !== seat);
  /** @param {Symbol} symbol @param {string | null} name */
  const named = (symbol, name = "") =>
    [say(ACTIONS[symbol.action], { amount: symbol.amount }), name].filter(Boolean).join(" · ");
  const parts = [...top, ...bottom].flatMap((symbol, index) => {
    if (`covered:${place}:${index + 1}` in view.reckoned) return [];
    if (symbol.action === "fate")
      return opponents.map((other) => ({ then: `fate:${other}`, text: named(symbol, players[other]) }));
    const then = FOLLOWING[symbol.action]?.(symbol, 0);
    return then ? [{ then, text: named(symbol) }] : [];
  });
  return parts.map((part) => ({ first: pick, ...part }));
}

/**
 * The cards of the hand that may be discarded first. A card that no rule bars lies in the open.
 * @param {string} pick @param {Choice[]} choices @param {View} view
 */
const firstDiscards = (pick, choices, view) =>
  choices
    .filter((choice) => choice.pick.startsWith("play:") && (choice.legality !== "illegal" || choice.rule))
    .map((choice) => subject(choice.pick))
    .map((card) => ({ first: pick, then: card, text: nameOf(card, view) }));

/** Whether one of the cards that an answer reveals is chosen next: a scribe names that one first. @param {string} pick */
export const choosesRevealed = (pick) => pick.startsWith("fate:");
