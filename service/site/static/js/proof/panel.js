/** The panel with the verification of a record, a sentence for each check. */

/** @import { MatchRecord } from "../contract.d.ts" */
/** @import { Finding } from "./verify.js" */

import { h, query } from "../lib/dom.js";
import { say, t } from "../lib/i18n.js";
import { verify } from "./verify.js";

/** @type {Record<string, string>} */
const VERDICTS = {
  holds: t("Nothing was altered since the holder of the record’s key signed it."),
  broken: t("The record was changed."),
  partly: t("Nothing was found to be changed, but not everything could be checked."),
};

/**
 * A sentence for each finding, by whether it holds, does not, or is open.
 * @type {Record<string, Record<string, string>>}
 */
export const FINDINGS = {
  holds: {
    chain: t("All {count} facts are as they were sealed, each chained to the one before."),
    opened: t("{count} hidden fields, opened in this copy, are what was sealed."),
    seed: t("The seed of the shuffles is the one that was committed to before the match."),
    cards: t("The cards are those that the match is pinned to."),
    receipt: t("The receipt for fact {seq} is signed by the service."),
    checkpoint: t("The checkpoint of the log of {size} entries is signed by the service."),
    log: t("Fact {seq} is in the log of all matches, as entry {leaf} of {size}."),
    drawn: t("Board and story are those that the service drew from this record."),
    imported: t(
      "Facts 1 to {count} were imported from {house} by {by}, signed there with the key {key}: the service says that they were brought, and not that they were played.",
    ),
    transcript: t(
      "Facts 1 to {count} were imported by {by}, and nobody has signed them: the service says that they were brought, and not that they were played.",
    ),
  },
  broken: {
    first: t("Fact {seq} was altered: it is not what was sealed."),
    altered: t(
      "Fact {seq} was altered: it is not what was sealed. (Or fact {before} was, and its hash made to fit.)",
    ),
    hash: t("The hash told with fact {seq} was altered; the fact itself is as it was sealed."),
    order: t("Facts are missing, put in, or in another order: fact {seq} stands in place {place}."),
    opening: t("What fact {seq} tells of “{field}” is not what was sealed."),
    seed: t("The seed that fact {seq} reveals is not the one that was committed to."),
    cards: t("The cards are not those that the match is pinned to."),
    receipt: t("The receipt for fact {seq} was changed, or contradicts the record."),
    checkpoint: t("The checkpoint of the log was changed, or not signed by the service."),
    log: t("Fact {seq} is not what the log of all matches holds."),
    drawn: t("Board and story are not those that the service drew from this record: they are not shown."),
    unreadable: t("The record cannot be read: {error}."),
  },
  open: {
    browser: t("This browser cannot check hashes here: nothing was checked."),
    receipt: t("This browser cannot check the signature of the receipt for fact {seq}."),
    checkpoint: t("This browser cannot check the signature of the checkpoint."),
    drawn: t("This browser cannot check whether board and story were drawn from this record."),
    unlogged: t("The record comes without an entry in the log of all matches."),
  },
};

/** @type {Record<string, [string, string]>} */
const SIGNS = { true: ["holds", "✓"], false: ["broken", "✗"], null: ["open", "?"] };

/**
 * Checks `record`, shows the result and `extraFindings` in `root`, and returns all findings.
 * @param {HTMLElement} root @param {MatchRecord} record @param {Finding[]} [extraFindings]
 */
export async function showProof(root, record, extraFindings = []) {
  root.dataset.state = "checking";
  const checked = await verify(record).catch((error) => [
    { what: "unreadable", holds: false, error: error.message },
  ]);
  const findings = [...checked, ...extraFindings];
  root.replaceChildren(h("p", { class: "verdict" }), h("ul", { class: "findings stack tight" }));
  showVerdict(root, "holds");
  for (const finding of findings)
    addFinding(
      root,
      finding,
      say(FINDINGS[SIGNS[String(finding.holds)][0]][finding.what] ?? finding.what, finding),
    );
  return findings;
}

/**
 * Adds a finding with its `sentence` to `root`. The verdict is that of the worst finding.
 * @param {HTMLElement} root
 * @param {Finding} finding
 * @param {string} sentence
 */
export function addFinding(root, { what, seq, holds }, sentence) {
  const [kind, sign] = SIGNS[String(holds)];
  query(".findings", root).append(
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
    showVerdict(root, kind === "open" ? "partly" : kind);
}

/** @param {HTMLElement} root @param {string} verdict */
function showVerdict(root, verdict) {
  root.dataset.state = verdict;
  const verdictElement = query(".verdict", root);
  verdictElement.className = `verdict ${verdict}`;
  verdictElement.textContent = VERDICTS[verdict];
}
