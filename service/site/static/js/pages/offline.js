/** The page of a replay that was kept as one file: everything it shows is in it. */

/** @import { BoardData } from "../pages.d.ts" */
/** @import { Act, ReplayPage } from "../contract.d.ts" */

import * as boards from "../faces/game/board.js";
import { data, find, h, keep, queryAll } from "../lib/dom.js";
import { checkDrawing } from "../proof/rendered.js";
import { FINDINGS, showProof } from "../proof/panel.js";
import { Replay } from "../replay/replay.js";
import { Player } from "../replay/player.js";

/**
 * The data of the page: the replay, its acts, and the texts of the rules that they cite.
 * @typedef {BoardData & {title: string, match: string, kept: string, reel: ReplayPage, acts: Act[], rules: Record<string, string>}} Page
 */

/**
 * Shows the match, and holds the record in the file against its proofs. Scenes and sentences are shown only if the
 * service signed that it made them from this record: nothing else could be compared with it here.
 */
async function show() {
  const page = data("page");
  const record = data("record");
  const drawing = await checkDrawing(record, find("page").textContent, find("drawn").textContent);
  if (drawing.holds === false) refuse();
  else play(page);
  find("keep").addEventListener("click", () => {
    const file = new Blob([JSON.stringify(record)], { type: "application/json" });
    keep(file, `${record.match}.${record.viewer}.json`); // for others to check it with other means
  });
  document.body.dataset.ready = "true";
  await showProof(find("evidence"), record, [drawing]);
}

function refuse() {
  find("board").replaceChildren(h("p", { class: "trouble", role: "alert" }, FINDINGS.broken.drawn));
  for (const each of queryAll(".controls, #story")) each.hidden = true;
}

/** @param {Page} page */
function play(page) {
  find("title").textContent = document.title = page.title;
  find("match").textContent = page.match;
  find("kept").textContent = page.kept;
  const address = new URLSearchParams(location.hash.slice(1));
  const player = new Player(find, boards, {
    ...page,
    replay: new Replay(page.reel),
    seq: Number(address.get("seq")),
    why: (subject) => explain(page, typeof subject === "number" ? subject : player.seq),
    shown: (seq) => history.replaceState(null, "", `#seq=${seq}`),
  });
  find("flip").addEventListener("click", () => player.flip());
  for (const close of queryAll("dialog [data-close]")) {
    close.addEventListener("click", () => close.closest("dialog").close());
  }
}

/** Shows the rule next to the sentence of fact `seq`. @param {Page} page @param {number} seq */
function explain({ acts, rules }, seq) {
  const rule = acts.flatMap(({ lines }) => lines).findLast((line) => line.seq <= seq)?.rule;
  if (!rule || !rules[rule]) return;
  find("rule").replaceChildren(h("b", {}, rule), " ", rules[rule]);
  find("why").showModal();
}

await show();
