/** Where a match turned. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { findTurningPoint } from "../../service/site/static/js/match/review/turning-point.js";

const GRAVE = 0.1;
/** An answer of `seat`, before which and after which seat 0 has these chances. */
const answer = (seq, seat, before, after, pick = "play") => ({
  seq,
  picks: [pick],
  seat,
  before: [before, 1 - before],
  after: [after, 1 - after],
  loss: Math.max(0, seat ? after - before : before - after),
});
const turn = (answers, winners = [0], change = 0) => {
  const point = findTurningPoint({ answers, winners }, GRAVE, change);
  return point && [point.kind, point.seq, point.seat];
};

test("the last mistake that cost the lead comes before a greater one, and before those of the winner", () => {
  assert.deepEqual(turn([answer(1, 1, 0.1, 0.6), answer(3, 0, 0.6, 0.2), answer(5, 1, 0.4, 0.6)]), [
    "lost",
    5,
    1,
  ]);
});

test("a mistake in a decided match turns nothing", () => {
  assert.deepEqual(turn([answer(1, 1, 0.6, 0.75), answer(9, 1, 0.82, 0.99)]), ["open", 1, 1]);
  assert.deepEqual(turn([answer(1, 1, 0.6, 0.62), answer(9, 1, 0.82, 0.99)]), ["swing", 1, 0]);
});

test("the end of a turn turns nothing", () => {
  const answers = [answer(1, 0, 0.4, 0.4, "end"), answer(3, 1, 0.7, 0.7), answer(5, 0, 0.85, 0.85)];
  assert.deepEqual(turn(answers), ["swing", 3, 0]);
  assert.equal(turn([answer(1, 0, 0.4, 0.4, "end"), answer(3, 1, 0.7, 0.7)]), undefined);
});

test("without a mistake the match turns where the winner becomes the favourite for good", () => {
  const answers = [
    answer(1, 0, 0.4, 0.4),
    answer(3, 1, 0.5, 0.5),
    answer(5, 1, 0.45, 0.45),
    answer(7, 1, 0.7, 0.7),
  ];
  assert.deepEqual(turn(answers), ["lead", 5, 0]);
  assert.deepEqual(turn([answer(1, 0, 0.48, 0.48), answer(3, 1, 0.52, 0.52), ...answers.slice(3)]), [
    "swing",
    3,
    0,
  ]); // greater than the change of the favourite
  assert.deepEqual(turn(answers, []), ["swing", 5, 0]);
  assert.equal(turn(answers.slice(1, 3), []), undefined);
});

test("a winner who was never clearly behind names the greatest change of the board, never an own fall", () => {
  const answers = [answer(1, 0, 0.76, 0.76), answer(3, 1, 0.64, 0.64), answer(5, 1, 0.7, 0.7)];
  assert.deepEqual(turn(answers, [0], 4), ["ahead", 4, 0]);
  assert.deepEqual(turn([...answers, answer(7, 1, 0.6, 0.75)], [0], 4), ["ahead", 4, 0]); // before a mistake of the rival
  assert.deepEqual(turn([answer(1, 0, 0.48, 0.48), ...answers], [0], 4), ["ahead", 4, 0]);
  assert.equal(turn(answers), undefined);
  assert.deepEqual(turn(answers, []), ["swing", 1, 1]);
});
