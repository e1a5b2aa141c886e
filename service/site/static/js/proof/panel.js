/** The panel that tells whether a record verifies: a sentence for everything that was looked at. */

import { h, one } from "../lib/dom.js";
import { say } from "../lib/i18n.js";
import { verify } from "./verify.js";

const SIGNS = { true: ["holds", "✓"], false: ["broken", "✗"], null: ["open", "?"] };

/** Checks `record`, and tells in `root` what came of it, and what was found `besides`; returns what was found. */
export async function showProof(root, record, words, besides = []) {
  root.dataset.state = "checking";
  const checked = await verify(record).catch((error) => [
    { what: "unreadable", holds: false, error: error.message },
  ]);
  const found = [...checked, ...besides];
  root.replaceChildren(h("p", { class: "verdict" }), h("ul", { class: "findings" }));
  judge(root, "holds", words);
  for (const finding of found)
    tellFinding(
      root,
      finding,
      say(words[SIGNS[finding.holds][0]][finding.what] ?? finding.what, finding),
      words,
    );
  return found;
}

/**
 * Adds a finding to what is told in `root`, as `sentence`; the verdict is that of the worst.
 * @param {HTMLElement} root
 * @param {{what: string, seq?: number, holds: boolean | null}} finding
 * @param {string} sentence
 * @param {any} words
 */
export function tellFinding(root, { what, seq, holds }, sentence, words) {
  const [kind, sign] = SIGNS[holds];
  one(".findings", root).append(
    h(
      "li",
      { class: kind, "data-what": what, "data-seq": seq },
      h("b", { "aria-hidden": "true" }, sign),
      " ",
      h("span", {}, sentence),
    ),
  );
  const { state } = root.dataset;
  if (kind === "broken" || (kind === "open" && state === "holds"))
    judge(root, kind === "open" ? "partly" : kind, words);
}

function judge(root, verdict, words) {
  root.dataset.state = verdict;
  const told = one(".verdict", root);
  told.className = `verdict ${verdict}`;
  told.textContent = words.verdicts[verdict];
}
