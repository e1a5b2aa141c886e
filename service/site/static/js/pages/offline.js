/** The page of a replay that was kept as one file: everything it shows is in it. */

import { all, data, find, h, keep } from "../lib/dom.js";
import { drawn } from "../proof/rendered.js";
import { FINDINGS, showProof } from "../proof/panel.js";
import { Film } from "../replay/replay.js";
import { Player } from "../replay/player.js";

/**
 * Shows the match, drawn by `boards`, and holds the record in the file against its proofs. Scenes and sentences are
 * shown only if the service signed that it made them from this record: nothing else could be compared with it here.
 */
export async function offline(boards) {
  const page = data("page");
  const record = data("record");
  const drawing = await drawn(record, find("page").textContent, find("drawn").textContent);
  if (drawing.holds === false) refuse();
  else play(boards, page);
  find("keep").addEventListener("click", () => {
    const file = new Blob([JSON.stringify(record)], { type: "application/json" });
    keep(file, `${record.match}.${record.viewer}.json`); // for others to check it with other means
  });
  document.body.dataset.ready = "true";
  await showProof(find("evidence"), record, [drawing]);
}

function refuse() {
  find("board").replaceChildren(h("p", { class: "trouble", role: "alert" }, FINDINGS.broken.drawn));
  for (const each of all(".controls, #story")) each.hidden = true;
}

function play(boards, page) {
  find("title").textContent = document.title = page.title;
  find("match").textContent = page.match;
  find("kept").textContent = page.kept;
  const address = new URLSearchParams(location.hash.slice(1));
  const player = new Player(find, boards, {
    ...page,
    film: new Film(page.reel),
    seq: Number(address.get("seq")),
    why: (what) => explain(page, typeof what === "number" ? what : player.seq),
    shown: (seq) => history.replaceState(null, "", `#seq=${seq}`),
  });
  find("flip").addEventListener("click", () => player.flip());
  for (const close of all("dialog [data-close]")) {
    close.addEventListener("click", () => close.closest("dialog").close());
  }
}

/** Shows the rule that stands beside the sentence of fact `seq`. */
function explain({ lines, rules }, seq) {
  const rule = lines.findLast((line) => line.seq <= seq)?.rule;
  if (!rules[rule]) return;
  find("rule").replaceChildren(h("b", {}, rule), " ", rules[rule]);
  find("why").showModal();
}
