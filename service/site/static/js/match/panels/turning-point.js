/** The answer at which a match turned, and the reason for choosing it. */

/** @import { Judged, Review as MatchReview } from "../../contract.d.ts" */

const HALF = 0.5;
const DECIDED = 0.85; // the chances of a favourite whom a mistake of others no longer helps

/**
 * @typedef {{kind: "lost" | "open" | "lead", answer: Judged, seat: number, from: number, to: number}} TurningPoint
 */

/**
 * Returns the answer after which the winner was the favourite for good, with the chances around it.
 * @param {Judged[]} answers @param {number} winner @returns {TurningPoint | undefined}
 */
function findLeadChange(answers, winner) {
  const at = answers.findLastIndex(({ before }) => before[winner] < HALF);
  if (at < 0) return undefined;
  const [answer, next] = [answers[at], answers[at + 1]];
  return { kind: "lead", answer, seat: winner, from: answer.before[winner], to: next?.before[winner] ?? 1 };
}

/**
 * Returns the turning point as `{kind, answer, seat, from, to}`: the last mistake that cost the lead (`lost`), the greatest mistake in an
 * open match (`open`), or the change of the favourite without a mistake (`lead`). `grave` is the loss of a mistake.
 * @param {MatchReview} review @param {number} grave @returns {TurningPoint | undefined}
 */
export function findTurningPoint({ answers, winners }, grave) {
  const mistakes = answers.filter(({ seat, loss }) => loss >= grave && !winners?.includes(seat));
  const lost = mistakes.findLast(({ seat, before, after }) => before[seat] >= HALF && after[seat] < HALF);
  const [open] = mistakes
    .filter(({ before }) => Math.max(...before) < DECIDED)
    .sort((one, other) => other.loss - one.loss);
  const answer = lost ?? open;
  if (!answer) return winners?.length ? findLeadChange(answers, winners[0]) : undefined;
  const { seat, before, after } = answer;
  return { kind: lost ? "lost" : "open", answer, seat, from: before[seat], to: after[seat] };
}
