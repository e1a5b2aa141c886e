/** How a match ended, in words. */

import { say, t } from "../lib/i18n.js";

export function outcome(scene) {
  const winners = scene.ended.winners.map((seat) => scene.players[seat]).join(", ");
  if (!winners) return t("The match ended in a draw.");
  return say(onTime(scene) ? t("{winners} won the match on time.") : t("{winners} won the match."), {
    winners,
  });
}

/** Whether a flag ended the match. With more than two sides, only the flag that left one seat counts. */
function onTime({ clock, clocks, board, players }) {
  if (!clock || (clock.flag ?? "loss") !== "loss") return false;
  const { retired = [] } = board ?? {};
  if (clocks.fallen.some((seat) => !retired.includes(seat))) return true;
  return players.length - retired.length === 1 && clocks.fallen.includes(retired.at(-1));
}
