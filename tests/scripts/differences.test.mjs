/** The differences of two boards in words, as the judge's desk lists them. */

import assert from "node:assert/strict";
import test from "node:test";
import { compareLines } from "../../service/site/static/js/desk/differences.js";

test("a line keeps its subject, and tells only what differs", () => {
  const before = ["Round 4", "Aladdin (Blue team), c4, 7 of 8 HP, on turn", "Red team: 2 VP"];
  const after = ["Round 4", "Aladdin (Blue team), a4, 5 of 8 HP, on turn", "Red team: 4 VP"];
  assert.deepEqual(compareLines(before, after), [
    { subject: "Aladdin (Blue team)", was: ["c4", "7 of 8 HP"], now: ["a4", "5 of 8 HP"] },
    { subject: "Red team", was: ["2 VP"], now: ["4 VP"] },
  ]);
});

test("cards of a hand come and go one by one", () => {
  const before = ["Jafar (Ada): 2 Power, Hand: 3 cards (Wish, Guard, Hourglass)"];
  const after = ["Jafar (Ada): 1 Power, Hand: 2 cards (Wish, Guard)"];
  assert.deepEqual(compareLines(before, after), [
    {
      subject: "Jafar (Ada)",
      was: ["2 Power", "Hand: 3 cards", "Hourglass"],
      now: ["1 Power", "Hand: 2 cards"],
    },
  ]);
});

test("commas in parentheses part nothing, and lines come and go", () => {
  const before = ["Oasis : Tapis (2, caché) ; Garde", "Lying open: Wish"];
  const after = ["Oasis : Tapis (0, caché) ; Garde", "Turn 5"];
  assert.deepEqual(compareLines(before, after), [
    { subject: "Oasis", was: ["Tapis (2, caché)"], now: ["Tapis (0, caché)"] },
    { subject: "", was: [], now: ["Turn 5"] },
    { subject: "Lying open", was: ["Wish"], now: [] },
  ]);
});
