/** A reply is requested once for each key, and again after a failure. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepReply } from "../../service/site/static/js/match/panels/kept-reply.js";

test("a reply is requested again for another key and after a failure alone", async () => {
  const replies = [Promise.resolve("first"), Promise.reject(new Error("away")), Promise.resolve("second")];
  const load = keepReply(() => replies.shift());
  assert.deepEqual([await load("9 seat-0"), await load("9 seat-0")], ["first", "first"]);
  await assert.rejects(load("12 seat-0"), /away/);
  assert.deepEqual([await load("12 seat-0"), await load("12 seat-0")], ["second", "second"]);
});
