/** Lines in notation, as far as a page without a network can check them. */

import assert from "node:assert/strict";
import test from "node:test";
import { cardIds, findMistake } from "../../service/site/static/js/record/typed-lines.js";

const cards = cardIds({ SAM: { cards: [{ ids: ["SAM01", "SAM02"] }] } });

test("the numbers of cards are those of the catalogue", () => {
  assert.deepEqual([...cards], ["SAM01", "SAM02"]);
});

test("a line without a mistake passes, whatever the rules say about it", () => {
  for (const line of ["R3 ARI d4 x GAS 2", "#4(GAS e4) [B: $SAM02]", "jail $3 taxes"])
    assert.equal(findMistake(line, cards), "");
});

test("a bracket without its other half and an unknown card are mistakes", () => {
  assert.equal(findMistake("s1(_ _))", cards), "Column 8: ) closes nothing.");
  assert.equal(findMistake("s1(_]", cards), "Column 5: ] closes nothing.");
  assert.equal(findMistake("[A: c greed", cards), "[ is not closed.");
  assert.equal(findMistake("?SAM09", cards), "This match has no card SAM09.");
  assert.equal(findMistake("?SAM09", new Set()), "");
});
