#!/usr/bin/env node
/**
 * Checks the record of a match, or the bundle of a tournament, with `node check.js FILE --key KEY`.
 *
 * Each finding is a line with its kind, the number of the fact (0 for the whole record) and a sentence. Exit codes are 0 for an
 * untouched record, 1 for an altered one, 2 for any other file, and 3 without a trusted key, for standings without a signature, and for a
 * revoked key without a time by witnesses. It follows the page “How a record is checked” (`/proof`) and shares no code with the service.
 */

import { readFileSync, realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { compareRounds } from "./beacons.js";
import { unhex } from "./bytes.js";
import { Lines, checkChain, checkHeader, checkOpenings } from "./facts.js";
import { read } from "./file.js";
import { describeRevocations, doubtOf, refuses, splitNotes, trustOf } from "./revocations.js";
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
 * `verdict` is `untouched`, `altered` or `unproved`. The text of a policy (C2SP) has further keys, and may require witnesses. The text of
 * a list of revocations adds to those in the file, and `revoked` tells of those that count.
 */
export function check(source, namedKeys = [], policyText = "", revocationsText = "") {
  const document = read(source);
  const policy = policyText ? readPolicy(policyText) : undefined;
  const named = [...namedKeys, ...(policy?.logs ?? []).map(({ text }) => text)];
  const notes = [document, ...(document.matches ?? [])].flatMap(({ record }) => record.revocations);
  const { keys } = document.record;
  const { trust, found } = readTrust(named.length ? named : keys, [...splitNotes(revocationsText), ...notes]);
  const report = document.matches
    ? checkBundle(document, trust, policy)
    : checkMatch(document, trust, policy);
  report.found.unshift(...found);
  if (!named.length)
    report.unproved.unshift(`Made consistently by the holder of ${keys.join(", ") || "no key"}.`);
  const verdict = report.found.length ? "altered" : report.unproved.length ? "unproved" : "untouched";
  return { ...report, unproved: [...new Set(report.unproved)], revoked: describeRevocations(trust), verdict };
}

/** Returns the trust in keys under the statements in notes, and the findings on both. */
function readTrust(texts, notes) {
  let trust = trustOf([]);
  const found = guard("key", () => {
    trust = trustOf(texts.map((text) => readKey(text)));
    trust = trustOf(trust.named, notes);
    return [];
  });
  return { trust, found };
}

function checkMatch({ record, cards }, trust, policy) {
  const lines = new Lines(record.facts);
  const draws = { checked: 0, unchecked: 0, found: [] };
  const age = doubtNote("log", record.checkpoint, trust, policy);
  const found = [
    ...guard("chain", () => checkChain(record)),
    ...guard("header", () => checkHeader(record, cards)),
    ...guard("opening", () => checkOpenings(record, lines)),
    ...guard("seed", () => lines.checkSeeds()),
    ...guard("shuffle", () => Object.assign(draws, checkDraws(record, lines)).found),
    ...checkSignatures(record, trust, policy),
    ...age.found,
  ];
  return {
    found,
    imports: describeImports(record),
    checked: draws.checked,
    unchecked: draws.unchecked,
    left: compareRounds(record.facts),
    unproved: age.unproved,
  };
}

function checkBundle(bundle, trust, policy) {
  const { record, matches, standings_note: note } = bundle;
  const lines = new Lines(record.facts, [tournament.OPENED], tournament.REVEALING);
  const reports = matches.map((match) => checkMatch(match, trust, policy));
  const age = doubtNote("log", record.checkpoint, trust, policy);
  const standingsAge = doubtNote("standings", note, trust);
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
    ...checkSignatures(record, trust, policy),
    ...age.found,
    ...reports.flatMap((report, index) => report.found.map(ofMatch(index))),
    ...guard("match", () => tournament.checkMatches(bundle)),
    ...guard("result", () => tournament.checkResults(bundle)),
    ...guard("lot", () => tournament.checkLots(bundle, lines.seedAt(1))),
    ...guard("standings", () => tournament.checkStandings(bundle, trust.keys)),
    ...standingsAge.found,
  ];
  return {
    found,
    imports: [...describeImports(record), ...reports.flatMap((report) => report.imports)],
    checked: sum("checked"),
    unchecked: sum("unchecked"),
    left: [tournament.LEFT, ...reports.flatMap((report) => report.left)],
    unproved: [
      ...age.unproved,
      ...reports.flatMap(({ unproved }) => unproved),
      ...(note ? standingsAge.unproved : [UNSIGNED_STANDINGS]),
    ],
  };
}

/** Returns the findings on the signatures of a record. */
function checkSignatures(record, trust, policy) {
  return [
    ...guard("receipt", () => checkReceipts(record, trust)),
    ...guard("log", () => checkLog(record, trust.keys)),
    ...(policy ? guard("witness", () => checkCosignatures(record, policy)) : []),
  ];
}

/** Returns the findings on signatures of a note by revoked keys, and the reasons to call it unproved. */
function doubtNote(what, note, trust, policy) {
  let doubt;
  const found = guard(what, () => {
    doubt = doubtOf(note, trust, policy);
    return doubt?.kind === "later" ? [{ seq: 0, what: "key", sentence: doubt.sentence }] : [];
  });
  return { found, unproved: doubt && doubt.kind !== "later" ? [doubt.sentence] : [] };
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

function* checkReceipts({ match, facts, receipts }, trust) {
  for (const receipt of receipts) {
    const { seq, head, key, at } = receipt;
    const isConsistent = receipt.match === match && facts[seq - 1]?.hash === head;
    if (receiptHolds(receipt, trust.keys) && isConsistent && !refuses(trust, key, at)) continue;
    yield {
      seq,
      what: "receipt",
      sentence: `The receipt for fact ${seq} is not signed by a trusted key, or the record contradicts it, or it is later than the key's revocation.`,
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
    options: {
      key: { type: "string", multiple: true },
      policy: { type: "string" },
      revocations: { type: "string" },
    },
  });
  let report;
  try {
    const [policy, revocations] = [values.policy, values.revocations].map((file) =>
      file === undefined ? "" : readFileSync(file, "utf8"),
    );
    report = check(readFileSync(positionals[0]), values.key, policy, revocations);
  } catch (error) {
    console.error(error.message);
    return NO_RECORD;
  }
  for (const { what, seq, sentence } of report.found) console.log(`${what} ${seq} ${sentence}`);
  for (const imported of report.imports) console.log(imported);
  console.log(`${report.checked} draws checked, ${report.unchecked} could not be.`);
  for (const sentence of [...report.left, ...report.revoked, ...report.unproved]) console.log(sentence);
  console.log(`Verdict: ${report.verdict}.`);
  return EXIT_CODES[report.verdict];
}

const called = process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href; // npm calls it by a link
if (import.meta.url === called) process.exitCode = main();
