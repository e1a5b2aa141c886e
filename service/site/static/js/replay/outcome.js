/** How a match ended, in words. */

import { say, t } from "../lib/i18n.js";

export function outcome(scene, scores = []) {
  const { winners } = scene.ended;
  const names = winners.map((seat) => scene.players[seat]).join(", ");
  if (!names) return t("The match ended in a draw.");
  if (onTime(scene)) return say(t("{winners} won the match on time."), { winners: names });
  const [own, other] = byScore(scene, winners[0], scores);
  if (own > other) return say(t("{winner} wins, {own} : {other}."), { winner: names, own, other });
  return say(t("{winners} won the match."), { winners: names });
}

/** How a match ended for the one who played the only seat of `seats`, with `scores` that tell why; for others as `outcome` says. */
export function ownOutcome(scene, seats, scores = []) {
  const { winners } = scene.ended;
  if (seats.length !== 1 || !winners.length) return outcome(scene, scores);
  const [seat] = seats;
  const isWinner = winners.includes(seat);
  const [own, other] = byScore(scene, seat, scores);
  const isByScore = isWinner ? own > other : own < other;
  if (!isByScore) return isWinner ? t("You won.") : t("You lost.");
  return say(isWinner ? t("You won, {own} : {other}.") : t("You lost, {own} : {other}."), { own, other });
}

/** The scores of a seat and of its only opponent; none among more players. */
const byScore = ({ players }, seat, scores) =>
  players.length === 2 && scores.length === 2 ? [scores[seat], scores[1 - seat]] : [];

/** Whether a flag ended the match. With more than two sides, only the flag that left one seat counts. */
function onTime({ clock, clocks, board, players }) {
  if (!clock || (clock.flag ?? "loss") !== "loss") return false;
  const { retired = [] } = board ?? {};
  if (clocks.fallen.some((seat) => !retired.includes(seat))) return true;
  return players.length - retired.length === 1 && clocks.fallen.includes(retired.at(-1));
}
