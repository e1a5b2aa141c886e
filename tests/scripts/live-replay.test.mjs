/** A match that goes on: what is asked for while something is being fetched is fetched as well, once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { LiveReplay } from "../../service/site/static/js/match/live-replay.js";
import { boards, reel } from "./reel.mjs";

/** A match of which `facts` have happened, and the replay of it; `told` is where the replay ended each time it grew. */
async function begun(facts) {
  const match = { facts };
  const told = [];
  const live = new LiveReplay({
    fetchPage: (after) => reel(2, match.facts)(after),
    boards,
    onGrowth: async () => told.push(live.last),
  });
  await live.load();
  return { live, match, told };
}

test("what the match went on with is taken up, and its end is told", async () => {
  const { live, match } = await begun(3);
  assert.deepEqual([live.last, live.isOver], [3, false]);
  match.facts = 6;
  assert.equal(await live.update(), false);
  assert.equal(live.last, 6);
  assert.deepEqual(live.moments.plies, [1, 3, 4, 6]);
  match.facts = 7;
  assert.equal(await live.update(), true);
});

test("whoever asks meanwhile waits for the same, and misses nothing", async () => {
  const { live, match, told } = await begun(3);
  const first = live.update();
  match.facts = 7;
  const others = [live.update(), live.update()];
  assert.deepEqual(await Promise.all([first, ...others]), [true, true, true]);
  assert.equal(live.last, 7);
  assert.ok(told.length <= 2, "it was asked for again once");
});

test("of facts that come together each is told, and they are fetched at once", async () => {
  const { live, match, told } = await begun(3);
  match.facts = 7;
  await Promise.all([4, 5, 6, 7].map((seq) => live.update(seq)));
  assert.deepEqual(told, [7]);
});

test("what failed is tried again by who asks again", async () => {
  const { live, match } = await begun(3);
  const { fetchPage: working } = live;
  live.fetchPage = async () => {
    throw new Error("away");
  };
  await assert.rejects(live.update(), /away/);
  live.fetchPage = working;
  match.facts = 5;
  await live.update();
  assert.equal(live.last, 5);
});
