/** How a match ended, in words. */

/** @import { Clock, Clocks } from "../contract.d.ts" */

import { say, t } from "../lib/i18n.js";

/**
 * The part of a scene, or of a summary, that tells how a match ended.
 * @typedef {object} EndedScene
 * @property {{winners: number[]} | null} ended
 * @property {(string | null)[]} players
 * @property {Clock | null} [clock]
 * @property {Clocks | null} [clocks]
 * @property {{retired?: number[]}} [board]
 * @param {EndedScene} scene @param {number[]} [scores]
 */

export function outcome(scene, scores = []) {
  const winners = scene.ended?.winners ?? [];
  const names = winners.map((seat) => scene.players[seat]).join(", ");
  if (!names) return t("The match ended in a draw.");
  if (onTime(scene)) return say(t("{winners} won the match on time."), { winners: names });
  const [own, other] = byScore(scene, winners[0], scores);
  if (own > other) return say(t("{winner} wins, {own} : {other}."), { winner: names, own, other });
  return say(t("{winners} won the match."), { winners: names });
}

/**
 * How a match ended for the one who played the only seat of `seats`, with `scores` that tell why; for others as `outcome` says.
 * @param {EndedScene} scene @param {number[]} seats @param {number[]} [scores]
 */
export function ownOutcome(scene, seats, scores = []) {
  const winners = scene.ended?.winners ?? [];
  if (seats.length !== 1 || !winners.length) return outcome(scene, scores);
  const [seat] = seats;
  const isWinner = winners.includes(seat);
  const [own, other] = byScore(scene, seat, scores);
  const isByScore = isWinner ? own > other : own < other;
  if (!isByScore) return isWinner ? t("You won.") : t("You lost.");
  return say(isWinner ? t("You won, {own} : {other}.") : t("You lost, {own} : {other}."), { own, other });
}

/**
 * The round in which the lead of the winner grew most, unless the lead changed in it or later: its winner's `side`, whose score
 * rose `from` a number `to` another after fact `start` and up to fact `seq`.
 * @param {{rounds: {round: number, seq: number, scores: number[]}[], leads: number[]}} summary
 */
export function greatestGain({ rounds, leads }) {
  const last = rounds.at(-1)?.scores ?? [];
  const side = last.indexOf(Math.max(...last));
  /** @param {number[]} scores */
  const lead = (scores) => scores[side] - Math.max(0, ...scores.toSpliced(side, 1));
  const [greatest] = rounds
    .map(({ round, seq, scores }, n) => {
      const { seq: start, scores: before } = rounds[n - 1] ?? { seq: 0, scores: scores.map(() => 0) };
      return {
        round,
        side,
        from: before[side],
        to: scores[side],
        start,
        seq,
        gain: lead(scores) - lead(before),
      };
    })
    .sort((one, other) => other.gain - one.gain);
  const isDecided = greatest?.gain > 0 && lead(last) > 0;
  return isDecided && !leads.some((seq) => seq > greatest.start) ? greatest : undefined;
}

/**
 * The scores of a seat and of its only opponent; none among more players.
 * @param {EndedScene} scene @param {number} seat @param {number[]} scores
 */
const byScore = ({ players }, seat, scores) =>
  players.length === 2 && scores.length === 2 ? [scores[seat], scores[1 - seat]] : [];

/**
 * Whether a flag ended the match. With more than two sides, only the flag that left one seat counts.
 * @param {EndedScene} scene
 */
function onTime({ clock, clocks, board, players }) {
  if (!clock || !clocks || (clock.flag ?? "loss") !== "loss") return false;
  const { retired = [] } = board ?? {};
  if (clocks.fallen.some((seat) => !retired.includes(seat))) return true;
  return players.length - retired.length === 1 && clocks.fallen.includes(retired[retired.length - 1]);
}
