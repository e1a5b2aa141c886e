#!/usr/bin/env node
/**
 * Checks the record of a match, or the bundle of a tournament, with `node check.js FILE --key KEY`.
 *
 * Each finding is a line with its kind, the number of the fact (0 for the whole record) and a sentence. Exit codes are 0 for an
 * untouched record, 1 for an altered one, 2 for any other file, and 3 without a trusted key, or for standings without a signature. It
 * follows the page “How a record is checked” (`/proof`) and shares no code with the service.
 */

import { readFileSync, realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { compareRounds } from "./beacons.js";
import { unhex } from "./bytes.js";
import { Lines, checkChain, checkHeader, checkOpenings } from "./facts.js";
import { read } from "./file.js";
import { checkDraws } from "./shuffles.js";
import { checkpoint, readKey, receiptHolds } from "./signatures.js";
import * as tournament from "./tournament.js";
import { entryOf, included, leafOf } from "./tree.js";
import { cosignersOf, isMet, readPolicy, requiredOf } from "./witnesses.js";

const IMPORT_TYPES = ["table.MatchImported", "tournament.TournamentImported"];

const UNSIGNED_STANDINGS =
  "Nothing signs the standings: an older service wrote this bundle, or the note was removed.";
const EXIT_CODES = { untouched: 0, altered: 1, unproved: 3 };
const NO_RECORD = 2;

/**
 * Returns the findings and imports of the record or bundle in a file, and the numbers of checked and unchecked draws, or throws.
 *
 * For a bundle these cover all matches. `left` names the omitted checks. `unproved` are the reasons not to call the file untouched.
 * `verdict` is `untouched`, `altered` or `unproved`. The text of a policy (C2SP) has further keys, and may require witnesses.
 */
export function check(source, namedKeys = [], policyText = "") {
  const document = read(source);
  const policy = policyText ? readPolicy(policyText) : undefined;
  const keys = [...namedKeys, ...(policy?.logs ?? []).map(({ text }) => text)];
  const report = document.matches ? checkBundle(document, keys, policy) : checkMatch(document, keys, policy);
  const holders = document.record.keys.join(", ") || "no key";
  if (keys.length === 0) report.unproved.unshift(`Made consistently by the holder of ${holders}.`);
  const verdict = report.found.length ? "altered" : report.unproved.length ? "unproved" : "untouched";
  return { ...report, verdict };
}

function checkMatch({ record, cards }, keys, policy) {
  const lines = new Lines(record.facts);
  const draws = { checked: 0, unchecked: 0, found: [] };
  const found = [
    ...guard("chain", () => checkChain(record)),
    ...guard("header", () => checkHeader(record, cards)),
    ...guard("opening", () => checkOpenings(record, lines)),
    ...guard("seed", () => lines.checkSeeds()),
    ...guard("shuffle", () => Object.assign(draws, checkDraws(record, lines)).found),
    ...checkSignatures(record, keys, policy),
  ];
  return {
    found,
    imports: describeImports(record),
    checked: draws.checked,
    unchecked: draws.unchecked,
    left: compareRounds(record.facts),
    unproved: [],
  };
}

function checkBundle(bundle, keys, policy) {
  const { record, matches } = bundle;
  const lines = new Lines(record.facts, [tournament.OPENED], tournament.REVEALING);
  const reports = matches.map((match) => checkMatch(match, keys.length ? keys : record.keys, policy));
  const ofMatch = (index) => (finding) => ({
    ...finding,
    sentence: `Match ${matches[index].record.match}: ${finding.sentence}`,
  });
  const sum = (name) => reports.reduce((total, report) => total + report[name], 0);
  const found = [
    ...guard("chain", () => checkChain(record)),
    ...guard("header", () => tournament.checkHeader(record)),
    ...guard("opening", () => checkOpenings(record, lines)),
    ...guard("seed", () => lines.checkSeeds()),
    ...checkSignatures(record, keys, policy),
    ...reports.flatMap((report, index) => report.found.map(ofMatch(index))),
    ...guard("match", () => tournament.checkMatches(bundle)),
    ...guard("result", () => tournament.checkResults(bundle)),
    ...guard("lot", () => tournament.checkLots(bundle, lines.seedAt(1))),
    ...guard("standings", () =>
      tournament.checkStandings(
        bundle,
        (keys.length ? keys : record.keys).map((text) => readKey(text)),
      ),
    ),
  ];
  return {
    found,
    imports: [...describeImports(record), ...reports.flatMap((report) => report.imports)],
    checked: sum("checked"),
    unchecked: sum("unchecked"),
    left: [tournament.LEFT, ...reports.flatMap((report) => report.left)],
    unproved: bundle.standings_note ? [] : [UNSIGNED_STANDINGS],
  };
}

/** Returns the findings on the signatures of a record. */
function checkSignatures(record, keys, policy) {
  let trustedKeys = [];
  const texts = keys.length ? keys : record.keys;
  return [
    ...guard("key", () => ((trustedKeys = texts.map((text) => readKey(text))), [])),
    ...guard("receipt", () => checkReceipts(record, trustedKeys)),
    ...guard("log", () => checkLog(record, trustedKeys)),
    ...(policy ? guard("witness", () => checkCosignatures(record, policy)) : []),
  ];
}

/** Returns the findings of a check, or its error as a finding. */
function guard(what, find) {
  try {
    return [...find()];
  } catch (error) {
    return [{ seq: 0, what, sentence: error.message }];
  }
}

/** Returns a sentence for each import, with the facts that the service did not witness. */
function describeImports({ facts }) {
  const imports = facts.filter(({ type }) => IMPORT_TYPES.includes(type));
  return imports.map(({ seq, data: { by, house, key } }) => {
    const origin = key ? `from ${house}, signed there with the key ${key}` : "signed by nobody";
    return `Facts 1 to ${seq - 1} were imported by ${by}, ${origin}: the house says that they were brought, not that they were played.`;
  });
}

function* checkReceipts({ match, facts, receipts }, keys) {
  for (const receipt of receipts) {
    const { seq, head } = receipt;
    if (receiptHolds(receipt, keys) && receipt.match === match && facts[seq - 1]?.hash === head) continue;
    yield {
      seq,
      what: "receipt",
      sentence: `The receipt for fact ${seq} is not signed by a trusted key, or the record contradicts it.`,
    };
  }
}

function* checkLog({ match, facts, logged, ...record }, keys) {
  const finding = (sentence) => ({ seq: 0, what: "log", sentence });
  if (logged === null) {
    yield finding("Nothing shows that the record is in the log.");
    return;
  }
  const { seq, head, leaf, size, path } = logged;
  const last = facts.at(-1);
  if (seq > last.seq) yield finding(`The record was cut off: the log holds fact ${seq}.`);
  else if (seq !== last.seq || head !== last.hash)
    yield finding("The record does not end with what is shown to be in the log.");
  const trusted = checkpoint(record.checkpoint, keys);
  const holds =
    size === trusted.size &&
    included(leafOf(entryOf(match, seq, head)), leaf, size, path.map(unhex), trusted.root);
  if (!holds) yield finding("The proof does not lead to the root of the signed log.");
}

function* checkCosignatures({ checkpoint }, policy) {
  const cosigners = cosignersOf(checkpoint, policy);
  if (isMet(policy, cosigners)) return;
  const { threshold, members } = requiredOf(policy);
  const sentence = `The policy requires ${threshold} cosignatures of ${members.join(", ")}; the checkpoint has ${cosigners.size}.`;
  yield { seq: 0, what: "witness", sentence };
}

/** Checks the file in the arguments and returns the exit code. */
function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: "string", multiple: true }, policy: { type: "string" } },
  });
  let report;
  try {
    const policy = values.policy === undefined ? "" : readFileSync(values.policy, "utf8");
    report = check(readFileSync(positionals[0]), values.key, policy);
  } catch (error) {
    console.error(error.message);
    return NO_RECORD;
  }
  for (const { what, seq, sentence } of report.found) console.log(`${what} ${seq} ${sentence}`);
  for (const imported of report.imports) console.log(imported);
  console.log(`${report.checked} draws checked, ${report.unchecked} could not be.`);
  for (const sentence of [...report.left, ...report.unproved]) console.log(sentence);
  console.log(`Verdict: ${report.verdict}.`);
  return EXIT_CODES[report.verdict];
}

const called = process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href; // npm calls it by a link
if (import.meta.url === called) process.exitCode = main();
