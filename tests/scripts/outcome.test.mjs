/** How a match ended, in words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { greatestGain, outcome, ownOutcome } from "../../service/site/static/js/replay/outcome.js";

const ended = (winners, clock, fallen) =>
  outcome({ ended: { winners }, players: ["Ada", "Grace"], clock, clocks: clock && { fallen } });

test("who won is told, and that it was on time only where a flag loses the match", () => {
  assert.equal(ended([]), "The match ended in a draw.");
  assert.equal(ended([0, 1]), "Ada, Grace won the match.");
  assert.equal(ended([1], { kind: "match" }, []), "Grace won the match.");
  assert.equal(ended([1], { kind: "match" }, [0]), "Grace won the match on time.");
  assert.equal(ended([1], { kind: "match", flag: "note" }, [0]), "Grace won the match.");
});

test("of three, a flag wins the match only where the last seat left by it", () => {
  const players = ["Ada", "Grace", "Mary"];
  const clock = { kind: "match" };
  const of = (winners, fallen, retired) =>
    outcome({ ended: { winners }, players, clock, clocks: { fallen }, board: { retired } });
  assert.equal(of([2], [0], [0]), "Mary won the match.");
  assert.equal(of([2], [0], [0, 1]), "Mary won the match.");
  assert.equal(of([2], [1], [0, 1]), "Mary won the match on time.");
});

test("a player reads of their own end, with the scores where these decided it", () => {
  const players = ["Ada", "Grace"];
  const of = (winners, seats, scores) => ownOutcome({ ended: { winners }, players }, seats, scores);
  assert.equal(of([1], [0], [4, 12]), "You lost, 4 : 12.");
  assert.equal(of([1], [1], [4, 12]), "You won, 12 : 4.");
  assert.equal(of([1], [0], [6, 2]), "You lost.");
  assert.equal(of([1], [], [4, 12]), "Grace wins, 12 : 4.");
  assert.equal(of([1], [0, 1], [4, 12]), "Grace wins, 12 : 4.");
  assert.equal(of([], [0], [4, 4]), "The match ended in a draw.");
});

test("the greatest gain is that of a round after which the lead changed no more", () => {
  const rounds = [
    [9, 0, 1],
    [20, 1, 1],
    [30, 7, 2],
    [40, 9, 2],
  ].map(([seq, ...scores], n) => ({ round: n + 1, seq, scores }));
  const of = (leads, last = 4) => greatestGain({ rounds: rounds.slice(0, last), leads });
  const third = { round: 3, side: 0, from: 1, to: 7, start: 20, seq: 30, gain: 5 };
  assert.deepEqual(of([5, 12]), third);
  assert.equal(of([5, 12, 25]), undefined);
  assert.equal(of([], 2), undefined); // a draw
  assert.equal(of([], 0), undefined); // a game without rounds
});
