/** Where answers, turns and rounds begin, and what is marked on the scrubber. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Replay } from "../../service/site/static/js/replay/replay.js";
import { Moments, spaced } from "../../service/site/static/js/replay/moments.js";
import { boards, reel } from "./reel.mjs";

const read = async (...how) => new Moments(await Replay.whole(reel(...how)), boards);

test("answers, turns and rounds begin where a fact changes what counts them", async () => {
  const moments = await read();
  assert.deepEqual(moments.plies, [1, 3, 4, 6]);
  assert.deepEqual(moments.turns, [1, 2, 4]);
  assert.deepEqual(moments.rounds, [1, 4]);
  assert.deepEqual(
    [2, 3, 4].map((seq) => moments.startAt(seq)),
    ["turn", "", "round"],
  );
});

test("a ruling is marked, and what the game says of a change and the board before it", async () => {
  assert.deepEqual((await read()).marks, [
    [5, "ruling"],
    [6, "ko"],
  ]);
});

test("the next moment of a kind, and the one before; the ends of the replay where there is none", async () => {
  const moments = await read();
  const next = (seq, way) => moments.next(moments.plies, seq, way);
  assert.deepEqual([next(1, 1), next(3, 1), next(6, 1)], [3, 4, 7]);
  assert.deepEqual([next(7, -1), next(4, -1), next(1, -1)], [6, 3, 1]);
});

test("who answered, and what came since these seats did", async () => {
  const moments = await read();
  assert.deepEqual([moments.seat(3), moments.seat(4)], [0, 1]);
  assert.equal(moments.lastOf([0]), 3);
  assert.equal(moments.lastOf([1]), 7);
  assert.equal(moments.lastOf([2]), undefined);
  assert.equal(moments.answered(5), 3);
  assert.deepEqual(
    [1, 3, 4, 7].map((seq) => moments.nextSeat(seq)),
    [0, 1, 1, undefined],
  );
});

test("a replay that has grown is read on from where it ended", async () => {
  const replay = await Replay.whole(reel(9, 3));
  const moments = new Moments(replay, boards);
  assert.deepEqual(moments.plies, [1, 3]);
  await replay.grow(reel());
  moments.read();
  moments.read();
  assert.deepEqual(moments.plies, (await read()).plies);
  assert.deepEqual(moments.marks, (await read()).marks);
});

test("a fact that changes no board need not be seen", async () => {
  const moments = await read();
  assert.deepEqual(
    [3, 5, 7].map((seq) => moments.visible(seq)),
    [true, false, true],
  );
});

test("a mark next to one of its kind is left out, next to one of another kind it is not", () => {
  const marks = [
    [10, "vp"],
    [12, "vp"],
    [12, "ko"],
    [15, "vp"],
  ];
  assert.deepEqual(spaced(marks, 5), [
    [10, "vp"],
    [12, "ko"],
    [15, "vp"],
  ]);
});
