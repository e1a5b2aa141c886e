/** A match as a replay: the scene at any moment, however it was fetched. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Replay } from "../../service/site/static/js/replay/replay.js";
import { reel } from "./reel.mjs";

test("a replay that comes in parts is the one that comes at once", async () => {
  const [whole, parts] = [await Replay.whole(reel()), await Replay.whole(reel(2))];
  assert.deepEqual([parts.first, parts.last], [1, 7]);
  for (let seq = 1; seq <= 7; seq++) assert.deepEqual(parts.at(seq), whole.at(seq));
});

test("a scene is what the facts up to it made of the first; before and behind the replay there is nothing else", async () => {
  const replay = await Replay.whole(reel());
  assert.deepEqual(replay.at(1).board, { active: "", round: 0, hp: { ARI: 3 } });
  assert.deepEqual(replay.at(4).board, { active: "MIC", round: 1, hp: { ARI: 2 } });
  assert.equal("question" in replay.at(6), false);
  assert.deepEqual(replay.at(0), replay.at(1));
  assert.deepEqual(replay.at(99), replay.at(7));
});

test("a later scene leaves an earlier one as it was, and shares what is the same in both", async () => {
  const replay = await Replay.whole(reel());
  const [earlier, later] = [replay.at(2), replay.at(7)];
  assert.deepEqual([earlier.board.hp, later.board.hp], [{ ARI: 3 }, { ARI: 0 }]);
  assert.equal(replay.at(6).board, replay.at(7).board); // only who won was told
});

test("frames that are known already are passed over, and none is left out", async () => {
  const replay = new Replay(await reel(3)(0));
  replay.add(await reel(3)(1));
  assert.equal(replay.last, 4);
  replay.add({ items: (await reel()(5)).items, next: null });
  assert.equal(replay.last, 4);
  await replay.grow(reel(1));
  assert.equal(replay.last, 7);
});

test("an act that grows replaces itself, and none comes without its frames", async () => {
  const act = (seq, last, ...texts) => ({
    seq,
    last,
    text: texts[0],
    lines: texts.map((text) => ({ seq, text })),
  });
  const replay = new Replay({ ...(await reel(3)(0)), acts: [act(1, 2, "opened"), act(3, 4, "moves")] });
  replay.add({ ...(await reel()(5)), acts: [act(6, 7, "too early")] });
  replay.add({ ...(await reel(3)(4)), acts: [act(3, 6, "moves", "hits"), act(7, 7, "wins")] });
  assert.deepEqual(
    replay.acts.map(({ seq, last }) => [seq, last]),
    [
      [1, 2],
      [3, 6],
      [7, 7],
    ],
  );
  assert.deepEqual(
    replay.lines.map(({ text }) => text),
    ["opened", "moves", "hits", "wins"],
  );
  assert.deepEqual(
    [0, 2, 5, 7].map((seq) => replay.sentenceAt(seq)),
    ["", "opened", "moves", "wins"],
  );
});

test("a replay of hundreds of facts has the same scenes as one that is read from its beginning", () => {
  const frames = Array.from({ length: 300 }, (_, n) => ({ seq: n + 2, changes: [[["count"], n + 2]] }));
  const replay = new Replay({ first: { seq: 1, count: 1 }, items: frames, next: null });
  for (const seq of [1, 2, 64, 65, 66, 129, 300, 301]) assert.equal(replay.at(seq).count, seq);
});

test("the trail tells what was where, by whom it was changed, and along which places somebody walked", async () => {
  const replay = await Replay.whole(reel());
  assert.deepEqual(
    replay.trail(2, 6).filter(({ path }) => path[1] === "hp"),
    [
      { seq: 3, by: "ARI", along: ["e4", "d4"], path: ["board", "hp", "ARI"], was: 3, now: 2 },
      { seq: 6, by: "ARI", along: undefined, path: ["board", "hp", "ARI"], was: 2, now: 0 },
    ],
  );
  assert.deepEqual(replay.changed(7), [["ended"]]);
});

test("answers that are taken back leave no traces", async () => {
  const [first, answer] = [
    { seq: 1, ply: 0, board: { at: "e4" } },
    [
      [["ply"], 1],
      [["board", "at"], "d4"],
    ],
  ];
  const back = [
    [["ply"], 0],
    [["board", "at"], "e4"],
  ];
  const items = [answer, back].map((changes, n) => ({ seq: n + 2, changes }));
  const replay = new Replay({ first, items, next: null });
  assert.deepEqual(
    replay.traces(1, 2).map(({ was, now }) => [was, now]),
    [
      [0, 1],
      ["e4", "d4"],
    ],
  );
  assert.deepEqual(replay.traces(1, 3), []);
});

test("a scene before a player sat down has the name nevertheless", async () => {
  const scene = { seq: 1, players: ["Ada", null] };
  const items = [{ seq: 2, changes: [[["players", 1], "Grace"]] }];
  const replay = new Replay({ first: scene, items, next: null });
  assert.deepEqual(replay.at(1).players, ["Ada", null]);
  assert.deepEqual(replay.withLaterNames(1).players, ["Ada", "Grace"]);
});

test("acts alone say nothing of the frames to come", async () => {
  const replay = new Replay(await reel(2)(0));
  const { next } = replay;
  replay.add({ items: [], acts: [] });
  assert.ok(next);
  assert.equal(replay.next, next);
});
