/** The answer at which a match turned, and the reason for choosing it. */

/** @import { Judged, Review as MatchReview } from "../../contract.d.ts" */

const HALF = 0.5;
const LEVEL = 0.45; // the least chances of a player who is not clearly behind
const END = "end"; // the pick that ends a turn, which changes nothing itself
const DECIDED = 0.8; // the chances of a favourite whom a mistake of others no longer helps

/**
 * @typedef {{kind: "lost" | "open" | "lead" | "swing" | "ahead", seq: number, answer?: Judged, seat: number, from: number, to: number}} TurningPoint
 */

/**
 * Returns the answer after which the winner was the favourite for good, with the chances around it.
 * @param {Judged[]} answers @param {number} winner @returns {TurningPoint | undefined}
 */
function findLeadChange(answers, winner) {
  const at = answers.findLastIndex(({ before }) => before[winner] < HALF);
  const [answer, next] = [answers[at], answers[at + 1]];
  if (!answer || answer.picks[0] === END) return undefined;
  const { seq, before } = answer;
  return { kind: "lead", seq, answer, seat: winner, from: before[winner], to: next?.before[winner] ?? 1 };
}

/**
 * Returns the answer after which the chances of one of `seats` rose most until the next one, luck included, by at least `grave`.
 * @param {Judged[]} answers @param {number[]} seats @param {number} grave @returns {TurningPoint | undefined}
 */
function findSwing(answers, seats, grave) {
  const swings = answers.slice(0, -1).flatMap((answer, at) => {
    if (answer.picks[0] === END) return [];
    return seats.map((seat) => {
      const [from, to] = [answer.before[seat], answers[at + 1].before[seat]];
      return { kind: /** @type {const} */ ("swing"), seq: answer.seq, answer, seat, from, to };
    });
  });
  /** @param {TurningPoint} swing */
  const size = ({ from, to }) => to - from;
  const [greatest] = swings.sort((one, other) => size(other) - size(one));
  return greatest && size(greatest) >= grave ? greatest : undefined;
}

/**
 * Returns the turning point: the last mistake that cost the lead (`lost`), the greatest change of the board for a winner who was never
 * clearly behind (`ahead`), the greatest mistake in an open match (`open`), the change of the favourite without a mistake (`lead`), or the
 * greatest rise (`swing`) where the favourite changed by less than `grave`. `grave` is the loss of a mistake; the board changed most at
 * fact `change`, or never at 0.
 * @param {MatchReview} review @param {number} grave @param {number} change @returns {TurningPoint | undefined}
 */
export function findTurningPoint({ answers, winners }, grave, change) {
  const mistakes = answers.filter(({ seat, loss }) => loss >= grave && !winners?.includes(seat));
  const lost = mistakes.findLast(({ seat, before, after }) => before[seat] >= HALF && after[seat] < HALF);
  const [open] = mistakes
    .filter(({ before }) => Math.max(...before) < DECIDED)
    .sort((one, other) => other.loss - one.loss);
  const answer = lost ?? open;
  const [winner] = winners ?? [];
  if (!lost && change && winner !== undefined && answers.every(({ before }) => before[winner] >= LEVEL))
    return { kind: "ahead", seq: change, seat: winner, from: HALF, to: 1 };
  if (answer) {
    const { seq, seat, before, after } = answer;
    return { kind: lost ? "lost" : "open", seq, answer, seat, from: before[seat], to: after[seat] };
  }
  if (winner === undefined) return findSwing(answers, [...(answers[0]?.before.keys() ?? [])], grave);
  const lead = findLeadChange(answers, winner);
  if (lead && lead.to - lead.from >= grave) return lead;
  return findSwing(answers, [winner], grave) ?? lead;
}
