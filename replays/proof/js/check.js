#!/usr/bin/env node
/**
 * Checks the record of a match, or the bundle of a tournament, as the page “How a record is checked” (`/proof`) describes it: `node check.js FILE --key KEY`.
 *
 * Prints what was found, a line each: what, the number of the fact (0: the record as a whole), a sentence. Ends with 0: untouched, 1:
 * something was found, 2: no record. It was written from that page alone and shares no code with the service.
 */

import { readFileSync, realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { unhex } from "./bytes.js";
import { Lines, chain, header, openings } from "./facts.js";
import { read } from "./file.js";
import { shuffles } from "./shuffles.js";
import { checkpoint, readKey, receiptHolds } from "./signatures.js";
import * as tournament from "./tournament.js";
import { entryOf, included, leafOf } from "./tree.js";

const IMPORTED = ["table.MatchImported", "tournament.TournamentImported"];

/**
 * Returns what is wrong with the record in a file, what of it was imported, and how many draws were checked; of a bundle, of all of its
 * matches, and what these checks leave to others. Throws, where it is neither.
 */
export function check(source, keys = []) {
  const told = read(source);
  return told.matches ? checkBundle(told, keys) : checkMatch(told, keys);
}

function checkMatch({ record, cards }, keys) {
  const lines = new Lines(record.facts);
  const drawn = { checked: 0, unchecked: 0, found: [] };
  const found = [
    ...guarded("chain", () => chain(record)),
    ...guarded("header", () => header(record, cards)),
    ...guarded("opening", () => openings(record, lines)),
    ...guarded("seed", () => lines.unlike()),
    ...guarded("shuffle", () => Object.assign(drawn, shuffles(record, lines)).found),
    ...signed(record, keys),
  ];
  return { found, imports: imports(record), checked: drawn.checked, unchecked: drawn.unchecked, left: [] };
}

function checkBundle(told, keys) {
  const { record, matches } = told;
  const lines = new Lines(record.facts, [tournament.OPENED], tournament.REVEALING);
  const each = matches.map((match) => checkMatch(match, keys.length ? keys : record.keys));
  const ofMatch = (place) => (finding) => ({
    ...finding,
    sentence: `Match ${matches[place].record.match}: ${finding.sentence}`,
  });
  const sum = (name) => each.reduce((total, one) => total + one[name], 0);
  const found = [
    ...guarded("chain", () => chain(record)),
    ...guarded("header", () => tournament.header(record)),
    ...guarded("opening", () => openings(record, lines)),
    ...guarded("seed", () => lines.unlike()),
    ...signed(record, keys),
    ...each.flatMap((one, place) => one.found.map(ofMatch(place))),
    ...guarded("match", () => tournament.matches(told)),
    ...guarded("result", () => tournament.results(told)),
    ...guarded("lot", () => tournament.lots(told, lines.seedAt(1))),
  ];
  return {
    found,
    imports: [...imports(record), ...each.flatMap((one) => one.imports)],
    checked: sum("checked"),
    unchecked: sum("unchecked"),
    left: [tournament.LEFT],
  };
}

/** Returns what is wrong with what was signed of a record. */
function signed(record, keys) {
  let trusted = [];
  const named = keys.length ? keys : record.keys;
  return [
    ...guarded("key", () => ((trusted = named.map(readKey)), [])),
    ...guarded("receipt", () => receipts(record, trusted)),
    ...guarded("log", () => log(record, trusted)),
  ];
}

/** Returns what a check yields; a record that it trips over is found as well. */
function guarded(what, checking) {
  try {
    return [...checking()];
  } catch (error) {
    return [{ seq: 0, what, sentence: error.message }];
  }
}

/** Returns a sentence for each import: which facts the house that signed the record has not seen itself. */
function imports({ facts }) {
  const brought = facts.filter(({ type }) => IMPORTED.includes(type));
  return brought.map(({ seq, data: { by, house, key } }) => {
    const signed = key ? `from ${house}, signed there with the key ${key}` : "signed by nobody";
    return `Facts 1 to ${seq - 1} were imported by ${by}, ${signed}: the house says that they were brought, not that they were played.`;
  });
}

function* receipts({ match, facts, receipts }, keys) {
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

function* log({ match, facts, logged, ...record }, keys) {
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
  const signed = checkpoint(record.checkpoint, keys);
  const holds =
    size === signed.size &&
    included(leafOf(entryOf(match, seq, head)), leaf, size, path.map(unhex), signed.root);
  if (!holds) yield finding("The proof does not lead to the root of the signed log.");
}

/** Checks the file that the command line names; returns the exit code. */
function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: "string", multiple: true } },
  });
  let told;
  try {
    told = check(readFileSync(positionals[0], "utf8"), values.key);
  } catch (error) {
    console.error(error.message);
    return 2;
  }
  for (const { what, seq, sentence } of told.found) console.log(`${what} ${seq} ${sentence}`);
  for (const imported of told.imports) console.log(imported);
  console.log(`${told.checked} draws checked, ${told.unchecked} could not be.`);
  for (const left of told.left) console.log(left);
  return told.found.length ? 1 : 0;
}

const called = process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href; // npm calls it by a link
if (import.meta.url === called) process.exitCode = main();
