/** A judged answer beside a better one. */

import assert from "node:assert/strict";
import { test } from "node:test";

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
});
const sentence = (answer, luck = "") =>
  compare(answer, { title: "Round 1", who: "Ada", label: (pick) => labels[pick], losses: LOSSES, luck })
    .sentence;

test("a mistake is named, with the better answer, which is uncertain where the loss may be none", () => {
  assert.equal(
    sentence(judged(0.12, 0.08, ["play:c"])),
    "Mistake. Ada chose: Move to f1. Better: Play a card.",
  );
  assert.equal(
    sentence(judged(0.06, -0.01, ["play:c"])),
    "Slip. Ada chose: Move to f1. Perhaps better: Play a card.",
  );
});

test("luck is part of an answer that gave nothing away", () => {
  assert.equal(sentence(judged(0, 0), "+12%"), "Ada chose: Move to f1. Then luck changed the chances: +12%.");
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
