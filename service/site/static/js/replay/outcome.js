/** How a match ended, in words. */

import { say } from "../lib/i18n.js";

export function outcome(scene, words) {
  const winners = scene.ended.winners.map((seat) => scene.players[seat]);
  return winners.length ? say(words.ui.won, { winners: winners.join(", ") }) : words.ui.draw;
}
