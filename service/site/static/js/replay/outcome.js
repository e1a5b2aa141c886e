/** How a match ended, in words. */

import { say } from "../lib/i18n.js";

export function outcome(scene, words) {
  const winners = scene.ended.winners.map((seat) => scene.players[seat]).join(", ");
  if (!winners) return words.ui.draw;
  return say(onTime(scene) ? words.ui.wonOnTime : words.ui.won, { winners });
}

const onTime = ({ clock, clocks }) =>
  Boolean(clock) && (clock.flag ?? "loss") === "loss" && clocks.fallen.length > 0;
