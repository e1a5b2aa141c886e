/** What a typed option means. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { matchOption } from "../../service/site/static/js/match/answer/typed-answer.js";

const OPTIONS = new Map([
  ["move:d4", "A standard movement to d4"],
  ["move:d5", "A standard movement to d5"],
  ["attack:ARI", "An attack on Ariel"],
  ["play:méchant-tour", "To play Méchant Tour"],
  ["end", "To end the turn"],
]);

test("a space is its name, an attack is two words, large or small", () => {
  assert.deepEqual(matchOption("d4", OPTIONS), ["move:d4"]);
  assert.deepEqual(matchOption("D4 ", OPTIONS), ["move:d4"]);
  assert.deepEqual(matchOption("attack ARI", OPTIONS), ["attack:ARI"]);
  assert.deepEqual(matchOption("ari", OPTIONS), ["attack:ARI"]);
  assert.deepEqual(matchOption("end", OPTIONS), ["end"]);
});

test("the beginning of a word is enough where it fits one option, accents or none", () => {
  assert.deepEqual(matchOption("mech", OPTIONS), ["play:méchant-tour"]);
  assert.deepEqual(matchOption("to end", OPTIONS), ["end"]);
});

test("nothing is typed as its button says it, and by no less where a name begins so", () => {
  const options = new Map([
    ["move:d4", "Nottingham"],
    ["", "Nothing"],
  ]);
  assert.deepEqual(matchOption("Nothing", options), [""]);
  assert.deepEqual(matchOption("not", options), ["move:d4", ""]);
  assert.deepEqual(matchOption("d4", options), ["move:d4"]);
});

test("what fits several is told as several, what fits none as none", () => {
  assert.deepEqual(matchOption("move", OPTIONS), ["move:d4", "move:d5"]);
  assert.deepEqual(matchOption("z9", OPTIONS), []);
  assert.deepEqual(matchOption("  ", OPTIONS), []);
});
