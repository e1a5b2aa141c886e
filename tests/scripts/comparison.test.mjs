/** A judged answer beside a better one. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { legible } from "../../service/site/static/js/lib/charts.js";
import { gravest } from "../../service/site/static/js/match/review/chances-strip.js";
import { compare } from "../../service/site/static/js/match/review/comparison.js";

const LOSSES = [0.05, 0.1, 0.2];
const labels = { "move:f1": "Move to f1", "play:c": "Play a card" };
/** An answer with that loss, of which `low` is certain, and the picks of a better one. */
const judged = (loss, low, better = []) => ({
  picks: ["move:f1"],
  line: better.map((pick) => ({ seat: 0, picks: [pick] })),
  loss,
  loss_interval: [low, loss],
  seat: 0,
  before: [0.6],
  after: [0.6 - loss],
});
const sentence = (answer, luck = "", card = "", winners = "") =>
  compare(answer, {
    ...{ title: "Round 1", who: "Ada", losses: LOSSES, luck, card, winners },
    label: (pick) => labels[pick] ?? pick,
    isThing: (pick) => !labels[pick],
    percent: (share) => `${Math.round(100 * share)}%`,
  }).sentence;

test("a mistake is named, with the better answer, which is uncertain where the loss may be none", () => {
  assert.equal(
    sentence(judged(0.12, 0.08, ["play:c"])),
    "Mistake. Ada chose “Move to f1”. “Play a card” was better: a chance of 60% instead of 48%.",
  );
  assert.equal(
    sentence(judged(0.06, -0.01, ["play:c"])),
    "Slip. Ada chose “Move to f1”. Perhaps “Play a card” was better: a chance of 60% instead of 54%.",
  );
});

test("an answer about a card names the card", () => {
  const answer = judged(0, 0);
  assert.equal(sentence({ ...answer, picks: ["d4"] }, "", "Stun and Run"), "Ada chose d4 for Stun and Run.");
  assert.equal(sentence({ ...answer, picks: [] }, "", "Stun and Run"), "Ada made no use of Stun and Run.");
});

test("a mistake before the last turn names the winner of that", () => {
  const lost = "Ada chose “Move to f1”.";
  assert.equal(sentence(judged(0.12, 0.08), "", "", "Grace"), `Mistake. ${lost} Grace won in the next turn.`);
  assert.equal(sentence(judged(0, 0), "", "", "Grace"), lost);
});

test("luck is part of an answer that gave nothing away", () => {
  assert.equal(
    sentence(judged(0, 0), "+12%"),
    "Ada chose “Move to f1”. Then luck changed the chances: +12%.",
  );
});

test("of marks that would cover each other the gravest shows", () => {
  const answers = [
    [10, 0.06],
    [12, 0.3],
    [14, 0.15],
    [60, 0.06],
    [70, 0.01],
  ].map(([seq, loss]) => ({ seq, loss }));
  const signs = gravest(answers, LOSSES, 100).map(({ seq, mark }) => [seq, mark.sign]);
  assert.deepEqual(
    signs.sort(([one], [other]) => one - other),
    [
      [12, "??"],
      [60, "?!"],
    ],
  );
});

test("the axis of the chances names the last round, and earlier ones as far as there is room", () => {
  const titleOf = (seq) => `Round ${Math.ceil(seq / 100)} · Ada`;
  assert.deepEqual(
    legible([350, 80, 150, 250, 320, 310], (seq) => seq, titleOf),
    [80, 150, 310],
  );
  assert.deepEqual(
    legible([80, 350, 150, 250], (seq) => seq, titleOf),
    [80, 150, 250, 350],
  );
});
