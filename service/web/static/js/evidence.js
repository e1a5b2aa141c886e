/** The panel that tells whether a record verifies: a sentence for everything that was looked at. */

import { h, say } from "./dom.js";
import { verify } from "./verify.js";

const SIGNS = { true: ["holds", "✓"], false: ["broken", "✗"], null: ["open", "?"] };

/** Checks `record`, and tells in `root` what came of it; returns what was found. */
export async function evidence(root, record, words) {
  root.dataset.state = "checking";
  const found = await verify(record).catch((error) => [{ what: "unreadable", holds: false, error: error.message }]);
  const broken = found.some(({ holds }) => holds === false);
  const open = found.some(({ holds }) => holds === null);
  const verdict = broken ? "broken" : open ? "partly" : "holds";
  root.replaceChildren(
    h("p", { class: `verdict ${verdict}` }, words.verdicts[verdict]),
    h("ul", { class: "findings" }, found.map((finding) => item(finding, words))),
  );
  root.dataset.state = verdict;
  return found;
}

function item(finding, words) {
  const [kind, sign] = SIGNS[finding.holds];
  const sentence = words[kind][finding.what] ?? finding.what;
  return h("li", { class: kind, "data-what": finding.what, "data-seq": finding.seq }, h("b", { "aria-hidden": "true" }, sign), " ", h("span", {}, say(sentence, finding)));
}
