/** The answer at which a match turned, and the reason for choosing it. */

/** @import { Judged, Review as MatchReview } from "../../contract.d.ts" */

const HALF = 0.5;
const END = "end"; // the pick that ends a turn, which changes nothing itself
const DECIDED = 0.85; // the chances of a favourite whom a mistake of others no longer helps

/**
 * @typedef {{kind: "lost" | "open" | "lead" | "swing", answer: Judged, seat: number, from: number, to: number}} TurningPoint
 */

/**
 * Returns the answer after which the winner was the favourite for good, with the chances around it.
 * @param {Judged[]} answers @param {number} winner @returns {TurningPoint | undefined}
 */
function findLeadChange(answers, winner) {
  const at = answers.findLastIndex(({ before }) => before[winner] < HALF);
  const [answer, next] = [answers[at], answers[at + 1]];
  if (!answer || answer.picks[0] === END) return undefined;
  return { kind: "lead", answer, seat: winner, from: answer.before[winner], to: next?.before[winner] ?? 1 };
}

/**
 * Returns the answer after which the chances of a seat rose or fell most until the next one, luck included, by at least `grave`.
 * @param {Judged[]} answers @param {number} seat @param {number} grave @returns {TurningPoint | undefined}
 */
function findSwing(answers, seat, grave) {
  const swings = answers.slice(0, -1).flatMap((answer, at) => {
    if (answer.picks[0] === END) return [];
    const [from, to] = [answer.before[seat], answers[at + 1].before[seat]];
    return { kind: /** @type {const} */ ("swing"), answer, seat, from, to };
  });
  /** @param {TurningPoint} swing */
  const size = ({ from, to }) => Math.abs(to - from);
  const [greatest] = swings.sort((one, other) => size(other) - size(one));
  return greatest && size(greatest) >= grave ? greatest : undefined;
}

/**
 * Returns the turning point as `{kind, answer, seat, from, to}`: the last mistake that cost the lead (`lost`), the greatest mistake in an
 * open match (`open`), the change of the favourite without a mistake (`lead`), or the greatest change at all (`swing`). `grave` is the loss of a mistake.
 * @param {MatchReview} review @param {number} grave @returns {TurningPoint | undefined}
 */
export function findTurningPoint({ answers, winners }, grave) {
  const mistakes = answers.filter(({ seat, loss }) => loss >= grave && !winners?.includes(seat));
  const lost = mistakes.findLast(({ seat, before, after }) => before[seat] >= HALF && after[seat] < HALF);
  const [open] = mistakes
    .filter(({ before }) => Math.max(...before) < DECIDED)
    .sort((one, other) => other.loss - one.loss);
  const answer = lost ?? open;
  const [winner] = winners ?? [];
  if (!answer)
    return (
      (winner !== undefined && findLeadChange(answers, winner)) || findSwing(answers, winner ?? 0, grave)
    );
  const { seat, before, after } = answer;
  return { kind: lost ? "lost" : "open", answer, seat, from: before[seat], to: after[seat] };
}
