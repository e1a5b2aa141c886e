/** The first try at a lesson ends with the help that its player took, also when the page is opened again. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  endFirstTry,
  isFirstTry,
  rate,
  record,
  remember,
} from "../../service/site/static/js/lib/solved-lessons.js";

beforeEach(() => (globalThis.localStorage = {}));

test("a try is the first one until another match, and until it is solved", () => {
  assert.deepEqual([isFirstTry("arena/1", "A"), isFirstTry("arena/1", "A")], [true, true]);
  assert.equal(isFirstTry("arena/1", "B"), false);
  remember("arena/1");
  assert.equal(isFirstTry("arena/1", "A"), false);
});

test("help or a miss ends the first try at this lesson for good", () => {
  assert.deepEqual([isFirstTry("arena/1", "A"), isFirstTry("arena/2", "B")], [true, true]);
  endFirstTry("arena/1");
  assert.deepEqual([isFirstTry("arena/1", "A"), isFirstTry("arena/2", "B")], [false, true]);
});

test("a first try at a puzzle changes the rating of its game, and a miss ends the series", () => {
  rate("arena", 1400, true);
  rate("arena", 1400, true);
  const { rating, series } = record("arena");
  assert.ok(rating > 1250);
  assert.equal(series, 2);
  rate("arena", 1400, false);
  assert.ok(record("arena").rating < rating);
  assert.deepEqual([record("arena").series, record("villainous").tries], [0, 0]);
});
