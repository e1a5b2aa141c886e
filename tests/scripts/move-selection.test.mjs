/** Choices and their labels. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { distinguishLabels } from "../../service/site/static/js/boards/move-selection.js";

test("labels that read alike get the places of their cards, once", () => {
  const options = new Map([
    ["activate:guard-1", "Activate Guard"],
    ["activate:guard-2", "Activate Guard"],
    ["activate:stopwatch", "Activate Stopwatch"],
    ["play:twin-1", "Play Twin"],
    ["play:twin-2", "Play Twin"],
  ]);
  const places = { "guard-1": "Maze", "guard-2": "Wood", stopwatch: "Wood" };
  for (const _ of "12") distinguishLabels(options, (thing) => places[thing] ?? "");
  assert.deepEqual(
    [...options.values()],
    ["Activate Guard (Maze)", "Activate Guard (Wood)", "Activate Stopwatch", "Play Twin", "Play Twin"],
  );
});
