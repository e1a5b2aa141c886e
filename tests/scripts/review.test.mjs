/** The review of a match in its panel. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.matchMedia = () => ({ matches: false });
const { Review } = await import("../../service/site/static/js/match/review/review.js");

test("the title of a moment names players as the table does, bots in the language of the page", () => {
  const review = {
    boards: { heading: ({ turn, players }) => `Tour ${turn} · ${players[0]}` },
    replay: { at: (seq) => ({ turn: seq, players: ["Medium bot"] }) },
    players: ["Robot Moyen"],
  };
  assert.equal(Review.prototype.titleOf.call(review, 13), "Tour 13 · Robot Moyen");
});
