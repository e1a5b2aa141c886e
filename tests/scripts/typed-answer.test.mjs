/** What a typed option means. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { meant } from "../../service/site/static/js/match/answer/typed-answer.js";

const OPTIONS = new Map([
  ["move:d4", "A standard movement to d4"],
  ["move:d5", "A standard movement to d5"],
  ["attack:ARI", "An attack on Ariel"],
  ["play:méchant-tour", "To play Méchant Tour"],
  ["end", "To end the turn"],
]);

test("a space is its name, an attack is two words, large or small", () => {
  assert.deepEqual(meant("d4", OPTIONS), ["move:d4"]);
  assert.deepEqual(meant("D4 ", OPTIONS), ["move:d4"]);
  assert.deepEqual(meant("attack ARI", OPTIONS), ["attack:ARI"]);
  assert.deepEqual(meant("ari", OPTIONS), ["attack:ARI"]);
  assert.deepEqual(meant("end", OPTIONS), ["end"]);
});

test("the beginning of a word is enough where it fits one option, accents or none", () => {
  assert.deepEqual(meant("mech", OPTIONS), ["play:méchant-tour"]);
  assert.deepEqual(meant("to end", OPTIONS), ["end"]);
});

test("nothing is typed as its button says it, and by no less where a name begins so", () => {
  const options = new Map([
    ["move:d4", "Nottingham"],
    ["", "Nothing"],
  ]);
  assert.deepEqual(meant("Nothing", options), [""]);
  assert.deepEqual(meant("not", options), ["move:d4", ""]);
  assert.deepEqual(meant("d4", options), ["move:d4"]);
});

test("what fits several is told as several, what fits none as none", () => {
  assert.deepEqual(meant("move", OPTIONS), ["move:d4", "move:d5"]);
  assert.deepEqual(meant("z9", OPTIONS), []);
  assert.deepEqual(meant("  ", OPTIONS), []);
});
