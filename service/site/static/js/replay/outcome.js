/** How a match ended, in words. */

import { say, t } from "../lib/i18n.js";

export function outcome(scene) {
  const winners = scene.ended.winners.map((seat) => scene.players[seat]).join(", ");
  if (!winners) return t("The match ended in a draw.");
  return say(onTime(scene) ? t("{winners} won the match on time.") : t("{winners} won the match."), {
    winners,
  });
}

/** How a match ended for the one who played the only seat of `seats`, with `scores` that tell why; for others as `outcome` says. */
export function ownOutcome(scene, seats, scores) {
  const { winners } = scene.ended;
  if (seats.length !== 1 || !winners.length) return outcome(scene);
  const [seat] = seats;
  const isWinner = winners.includes(seat);
  const [own, other] = [scores[seat], scores[1 - seat]];
  const isByScore =
    scores.length === 2 && scene.players.length === 2 && (isWinner ? own > other : own < other);
  if (!isByScore) return isWinner ? t("You won.") : t("You lost.");
  return say(isWinner ? t("You won, {own} : {other}.") : t("You lost, {own} : {other}."), { own, other });
}

/** Whether a flag ended the match. With more than two sides, only the flag that left one seat counts. */
function onTime({ clock, clocks, board, players }) {
  if (!clock || (clock.flag ?? "loss") !== "loss") return false;
  const { retired = [] } = board ?? {};
  if (clocks.fallen.some((seat) => !retired.includes(seat))) return true;
  return players.length - retired.length === 1 && clocks.fallen.includes(retired.at(-1));
}
