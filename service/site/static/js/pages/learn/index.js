/** The lists of lessons and puzzles with marks at solved ones, and the link to a first match. */

import { query, queryAll } from "../../lib/dom.js";
import { markSolved, record, recordLine } from "../../lib/solved-lessons.js";
import { commitForms } from "../../lib/nonce.js";

markSolved();

for (const progress of queryAll(".progress")) {
  const lists = progress.dataset.part === "puzzles" ? ".puzzles" : ".lessons:not(.puzzles)";
  const marks = queryAll(`${lists} .reached`);
  const count = marks.filter(({ hidden }) => !hidden).length;
  Object.assign(query("progress", progress), { max: marks.length, value: count });
  const text = query("span", progress);
  text.textContent = text.dataset.text.replace("{solved}", count).replace("{all}", marks.length);
  const { game } = query(lists).dataset;
  if (lists === ".puzzles" && record(game).tries) text.append(` · ${recordLine(game)}`);
}

const groups = queryAll(".group");
for (const group of groups) {
  const solved = queryAll("li", group).filter((puzzle) => !query(".reached", puzzle).hidden);
  query("ol", group).append(...solved); // below those that are still to solve
}
const next = groups.find((group) => queryAll(".reached[hidden]", group).length > 0);
for (const group of groups) group.open = group === next;

/** The first puzzle that is still to solve, the easiest one. */
const puzzle = query(".puzzles li:has(.reached[hidden]) form");
const button = query("#next-puzzle");
if (puzzle && button) {
  button.hidden = false;
  button.addEventListener("click", () => puzzle.requestSubmit());
}

commitForms();
