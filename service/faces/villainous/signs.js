/** The signs of terms, as the boards draw them; nothing for a term that they draw no sign for. */

import { hasIcon, icon } from "./board/icons.js";

/** @param {string} term */
export const sign = (term) => (hasIcon(term) ? icon(term) : "");

/** @type {Record<string, string>} */
const OF_ACTIONS = {
  move: "pawn",
  gain: "gain_power",
  play: "play_card",
  activate: "activate",
  discard: "discard_cards",
  fate: "fate",
  vanquish: "vanquish",
  carry: "move_item_or_ally",
  lead: "move_hero",
};

/** The sign of an act that began with the word `action`, or nothing. @param {string} action */
export const actSign = (action) => sign(OF_ACTIONS[action]);
