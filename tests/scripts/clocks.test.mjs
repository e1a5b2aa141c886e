/** What the clocks of a match say, as they are shown. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  announcedSeconds,
  clockRuns,
  formatTime,
  readings,
  turn,
  untilNext,
} from "../../service/site/static/js/replay/clocks.js";

const clock = { kind: "fischer", seconds: 60, increment: 5 };
const scene = (clocks) => ({ clock, clocks: { used_ms: 0, fallen: [], ...clocks } });

test("the clock of who is asked runs by the time of the service, and the others stand", () => {
  const running = scene({ left_ms: [50_000, 40_000], since: "1970-01-01T00:00:01.000Z", used_ms: 2_000 });
  const said = (now) => readings(running, 0, [], now).map(({ state, left }) => [state, left]);
  assert.deepEqual(said(11_000), [
    ["runs", 38_000],
    ["waits", 40_000],
  ]);
  assert.deepEqual(said(34_000), [
    ["runs", 15_000],
    ["waits", 40_000],
  ]);
  assert.deepEqual(said(34_001)[0], ["low", 14_999]);
  assert.deepEqual(said(99_000)[0], ["low", 0]);
  assert.deepEqual(said(undefined)[0], ["runs", 48_000], "looked back at, as it stood");
  assert.deepEqual(said(0)[0], ["runs", 48_000], "and never more, where this page is ahead");
});

test("in a pause, without time, for a bot and with nobody asked, none runs", () => {
  const states = (clocks, seat) => readings(scene(clocks), seat, [2], 9_000).map(({ state }) => state);
  assert.deepEqual(states({ left_ms: [1, 2, 3], since: null, used_ms: 1 }, 1), ["waits", "rests", "none"]);
  assert.deepEqual(states({ left_ms: [0, 2, 3], since: "1970-01-01T00:00:00.005Z", fallen: [0] }, 0), [
    "fallen",
    "waits",
    "none",
  ]);
  assert.deepEqual(states({ left_ms: [1, 2, 3], since: "1970-01-01T00:00:00.005Z" }, undefined), [
    "waits",
    "waits",
    "none",
  ]);
});

test("whose clock rests in a pause is who was asked before it", () => {
  const scenes = [{ status: "open" }, { status: "playing", question: { seat: 1 } }, { status: "paused" }];
  const replay = { first: 1, at: (seq) => scenes[Math.min(seq, 3) - 1] };
  assert.deepEqual(
    [1, 2, 3, 4].map((seq) => turn(replay, seq)),
    [undefined, 1, 1, 1],
  );
});

test("a clock of who plays here runs while one of their seats is asked, and not in a pause or without clocks", () => {
  const runs = (last, ...seats) => clockRuns({ last: 1, at: () => last }, seats);
  const asked = { question: { seat: 1 } };
  assert.equal(runs({ ...asked, clocks: { since: "1970-01-01T00:00:00.005Z" } }, 0, 1), true);
  assert.equal(runs({ ...asked, clocks: { since: "1970-01-01T00:00:00.005Z" } }, 0), false);
  assert.equal(runs({ ...asked, clocks: { since: null } }, 1), false);
  assert.equal(runs({ clocks: { since: "1970-01-01T00:00:00.005Z" } }, 1), false);
  assert.equal(runs(asked, 1), false);
});

test("times are told as clocks tell them, tenths below ten seconds", () => {
  const said = (left, lang = "en") => formatTime(left, lang, "{days} d {time}");
  assert.deepEqual(
    [0, 40, 9_999, 10_000, 61_999, 600_000].map((left) => said(left)),
    ["0:00", "0.0", "9.9", "0:10", "1:01", "10:00"],
  );
  assert.equal(said(9_000, "fr"), "9,0");
  assert.deepEqual(
    [3_600_000, 36_061_000, 2 * 86_400_000 + 3_660_000].map((left) => said(left)),
    ["1:00:00", "10:01:01", "2 d 01:01"],
  );
});

test("it is shown anew as soon as it says something else, and not before", () => {
  for (const left of [10_300, 10_000, 9_950, 250]) {
    const said = (at) => formatTime(at, "en", "");
    assert.notEqual(said(left - untilNext(left)), said(left));
    assert.equal(said(left - untilNext(left) + 1), said(left));
  }
});

test("half a minute and ten seconds are called once each", () => {
  const times = [31_000, 30_000, 29_000, 10_001, 9_000, 0];
  const heard = times.slice(1).map((left, place) => announcedSeconds(times[place], left));
  assert.deepEqual(heard, [30, undefined, undefined, 10, undefined]);
  assert.equal(announcedSeconds(40_000, 5_000), 10, "the last of those that were missed");
});
