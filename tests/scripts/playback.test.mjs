/** How fast facts are played that have come. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { beat, following } from "../../service/site/static/js/match/playback.js";

test("facts that change nothing to see are passed over, the last one never", () => {
  const visible = (seq) => seq === 4;
  assert.equal(following(1, 9, visible), 4);
  assert.equal(following(4, 9, visible), 9);
  assert.equal(following(8, 9, visible), 9);
});

test("a few facts are played one after the other, many of one answer faster, hundreds faster still", () => {
  assert.equal(beat("normal", 2, 1), 260);
  assert.equal(beat("normal", 10, 1), 120);
  assert.equal(beat("normal", 10, 5), 260);
  assert.equal(beat("normal", 10, 5, true), 800);
  assert.equal(beat("normal", 600, 600, true), 20);
  assert.equal(beat("normal", 600, 600), 20);
});

test("whoever wants it slowly waits longer; at once is at once", () => {
  assert.ok(beat("slow", 10, 1) > beat("normal", 10, 1));
  assert.equal(beat("instant", 10, 1), 0);
});
