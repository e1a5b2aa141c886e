/** What is sent of an answer that was chosen before it was asked for. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { certain } from "../../service/site/static/js/match/answer/premove.js";

const OPTIONS = new Map([
  ["move:d4", "A standard movement to d4"],
  ["attack:ARI", "An attack on Ariel"],
  ["support:ARI", "Support for Ariel"],
  ["end", "To end the turn"],
]);
const ONE = { most: 1 };

test("what names one option whole is sent", () => {
  assert.equal(certain("D4", OPTIONS, ONE), "move:d4");
  assert.equal(certain("attack ari", OPTIONS, ONE), "attack:ARI");
  assert.equal(certain("To end the turn", OPTIONS, ONE), "end");
});

test("what fits several, begins one, or is not offered is not", () => {
  for (const text of ["ari", "to end", "d5", ""]) assert.equal(certain(text, OPTIONS, ONE), undefined);
});

test("nor is one of several picks that a question takes", () => {
  assert.equal(certain("d4", OPTIONS, { most: 2 }), undefined);
});
