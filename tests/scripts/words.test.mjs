/** Sentences, citations, differences: what is worked out before anything is shown. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { listDifferences } from "../../service/site/static/js/desk/differences.js";
import { cited, isRule } from "../../service/site/static/js/lib/citation.js";
import { say } from "../../service/site/static/js/lib/i18n.js";
import { bySubject, subject } from "../../service/site/static/js/boards/move-selection.js";
import { finds, folded } from "../../service/site/static/js/lib/search.js";
import { linesOf } from "../../service/site/static/js/lib/stream.js";
import { findLastAct, recap } from "../../service/site/static/js/match/recap.js";
import { outcome } from "../../service/site/static/js/replay/outcome.js";

const words = {
  names: { broom: "The Broom" },
};

test("values go where the braces are; what has none stays as it is", () => {
  assert.equal(say("{who} has {count} of {all}", { who: "Ada", count: 0 }), "Ada has 0 of {all}");
});

test("what is counted decides the form, and French drops a vowel before another", () => {
  const forms = { one: "{count} carte de {who}", other: "{count} cartes de {who}" };
  const told = (count, who, lang) => say(forms, { count, who }, lang);
  assert.equal(told(1, "Anna", "fr"), "1 carte d’Anna");
  assert.equal(told(0, "Élise", "fr"), "0 carte d’Élise");
  assert.equal(told(0, "Max", "it"), "0 cartes de Max");
  assert.equal(told(2, "Max", "fr"), "2 cartes de Max");
  assert.equal(say("Que {who} monde en a ?", { who: "Anna" }, "fr"), "Qu’Anna monde en a ?");
});

test("a match was won by somebody, by several, or by nobody", () => {
  const ended = (...winners) => outcome({ players: ["Ada", "Grace"], ended: { winners } });
  assert.deepEqual(
    [ended(1), ended(0, 1), ended()],
    ["Grace won the match.", "Ada, Grace won the match.", "The match ended in a draw."],
  );
});

test("a rule is cited by its number, a skill by the name of its card, a ruling by its case", () => {
  assert.deepEqual(["SA-101", "VI-C1", "broom", "SA-1"].map(isRule), [true, true, false, false]);
  assert.deepEqual(
    ["broom", "broom.2", "case-3", "unknown"].map((citation) => cited(citation, words)),
    ["The Broom", "The Broom", "Case 3", "unknown"],
  );
});

test("a text is found by words of it, whatever their case, accents and order", () => {
  const text = folded("La Reine de Cœur révèle l’action");
  assert.deepEqual(
    ["", "revele", "COEUR reine", "l'action", "révèle roi"].map((query) => finds(query, text)),
    [true, true, true, true, false],
  );
});

test("boards differ by the paths of what is not the same on both", () => {
  const [one, other] = [
    { board: { a: 1, list: [1, 2], gone: 1 } },
    { board: { a: 1, list: [1, 3], come: 1 } },
  ];
  assert.deepEqual(listDifferences(one, other), [
    ["board", "list", 1],
    ["board", "gone"],
    ["board", "come"],
  ]);
  assert.deepEqual(listDifferences({ board: [1] }, { board: [1, 2] }), [["board"]]);
});

test("picks are grouped by what they name on the board", () => {
  const options = new Map(["attack:ARI", "heal:ARI", "move:d4", "end"].map((pick) => [pick, ""]));
  assert.equal(subject("move:d4"), "d4");
  assert.deepEqual(
    [...bySubject(options)],
    [
      ["ARI", ["attack:ARI", "heal:ARI"]],
      ["d4", ["move:d4"]],
      ["end", ["end"]],
    ],
  );
});

test("lines are whole, wherever the reply was cut on its way", async () => {
  const pieces = ['{"a"', ":1}\n", "\nlä", "st\nbroken off"].map((text) => new TextEncoder().encode(text));
  const lines = [];
  for await (const line of linesOf(new Response(ReadableStream.from(pieces)))) lines.push(line);
  assert.deepEqual(lines, ['{"a":1}', "", "läst"]);
});

test("what others did is told by the first sentences of their acts, and a Fate by what came of it", () => {
  const acts = [
    { text: "Bot plays Cannon. Bot pays 2 (1 Power).", action: "play", lines: [] },
    {
      text: "Bot plays Fate against Ada. Ada’s deck reveals two cards. Lady Kluck comes to The Jail.",
      action: "fate",
      lines: [{ text: "Lady Kluck comes to The Jail." }, { text: "Bot’s turn ends.", folded: true }],
    },
  ];
  assert.equal(
    recap(acts, ["Ada", "Bot"]),
    "Bot plays Cannon, plays Fate against Ada. Lady Kluck comes to The Jail.",
  );
});

test("a turn that ended after an act ended by itself, unless that act ended it", () => {
  const acts = [
    { seq: 4, action: "play" },
    { seq: 9, action: null },
    { seq: 11, action: "move" },
  ];
  assert.equal(findLastAct(acts, [9], 10), acts[0]);
  assert.equal(findLastAct(acts, [9], 12), undefined); // the next turn goes on
  assert.equal(findLastAct([{ seq: 4, action: "end" }], [9], 10), undefined);
});
