/** Moves with the first action at their place as one pick, for a scribe: one tap on a symbol tells both. */

import { say } from "../../../lib/i18n.js";
import { ACTIONS, nameOf } from "./card-text.js";

/** The pick that follows by itself, of those symbols that ask for nothing else first: Fate with one opponent. */
const FOLLOWING = {
  gain_power: ({ amount }) => `gain:${amount}`,
  fate: (_, seats) => seats === 2 && "fate:",
  discard_cards: () => "discard:",
};

/** The pick of the move to a location, or to stay there, with a symbol of it; nothing for other symbols. */
export function combinedPick(location, symbol, isHere, seats) {
  const following = FOLLOWING[symbol.action]?.(symbol, seats);
  return following && `${isHere ? "stay" : `move:${location}`}>>${following}`;
}

/** Returns the combined picks for the moves among `options`, with their labels. */
export function combine({ board }, options, view) {
  const combined = new Map();
  for (const [seat, { who, at }] of board.realms.entries()) {
    const { locations } = view.catalogue.villains.find(({ id }) => id === who);
    for (const { id, top, bottom } of locations) {
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

/** Whether one of the cards that an answer reveals is chosen next: a scribe names that one first. */
export const choosesRevealed = (pick) => pick.startsWith("fate:");
