/** How a match ended, in words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { outcome } from "../../service/site/static/js/replay/outcome.js";

const words = { ui: { draw: "draw", won: "{winners} won", wonOnTime: "{winners} won on time" } };
const ended = (winners, clock, fallen) =>
  outcome({ ended: { winners }, players: ["Ada", "Grace"], clock, clocks: clock && { fallen } }, words);

test("who won is told, and that it was on time only where a flag loses the match", () => {
  assert.equal(ended([]), "draw");
  assert.equal(ended([0, 1]), "Ada, Grace won");
  assert.equal(ended([1], { kind: "match" }, []), "Grace won");
  assert.equal(ended([1], { kind: "match" }, [0]), "Grace won on time");
  assert.equal(ended([1], { kind: "match", flag: "note" }, [0]), "Grace won");
});

test("of three, a flag wins the match only where the last seat left by it", () => {
  const players = ["Ada", "Grace", "Mary"];
  const clock = { kind: "match" };
  const of = (winners, fallen, retired) =>
    outcome({ ended: { winners }, players, clock, clocks: { fallen }, board: { retired } }, words);
  assert.equal(of([2], [0], [0]), "Mary won");
  assert.equal(of([2], [0], [0, 1]), "Mary won");
  assert.equal(of([2], [1], [0, 1]), "Mary won on time");
});
