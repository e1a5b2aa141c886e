/**
 * Verifies the record of a match in the browser, with the browser's own hashes and signatures. The result is a list of
 * findings: `what` was checked, whether it `holds` (true, false; null if this browser cannot check it), and the numbers for
 * the sentence.
 */

/** @import { MatchRecord, RecordFact } from "../contract.d.ts" */
/** @import { Key } from "./signatures.js" */

import { canonical, hex, sha256, unhex, utf8 } from "./canonical.js";
import { included, noteHolds, readKey, receiptHolds, signedNote, Unable } from "./signatures.js";

/**
 * The result of one check, with the numbers for its sentence.
 * @typedef {{what: string, holds: boolean | null, [value: string]: any}} Finding
 */

const GENESIS = "0".repeat(64);

/**
 * Returns the findings about `record`, as `recount export` writes it.
 * @param {MatchRecord} record @returns {Promise<Finding[]>}
 */
export async function verify(record) {
  if (!globalThis.crypto?.subtle) return [{ what: "browser", holds: null }];
  const keys = (await Promise.all(record.keys.map(readKey))).filter((key) => key !== null);
  return [
    ...(await chain(record)),
    ...imports(record),
    ...(await openings(record)),
    ...(await seeds(record)),
    ...(await cards(record)),
    ...(await receipts(record, keys)),
    ...(await log(record, keys)),
  ];
}

// -- the facts

/**
 * Returns the hash of a fact that follows on the hash `before`.
 * @param {string} match @param {string} before @param {RecordFact} fact
 */
async function link(match, before, { seq, cause, rule, type, data, sealed }) {
  return hex(await sha256(utf8(canonical({ match, before, seq, cause, rule, type, data, sealed }))));
}

/** @param {MatchRecord} record */
async function chain({ match, facts, logged }) {
  /** @type {Finding[]} */
  const findings = [];
  let before = GENESIS;
  for (const [index, fact] of facts.entries()) {
    if (fact.seq !== index + 1) {
      findings.push({ what: "order", holds: false, seq: fact.seq, place: index + 1 });
      break;
    }
    const hash = await link(match, before, fact);
    if (hash !== fact.hash) {
      const next = facts[index + 1];
      const fits = next ? (await link(match, hash, next)) === next.hash : hash === logged?.head;
      findings.push({
        what: fits ? "hash" : fact.seq > 1 ? "altered" : "first",
        holds: false,
        seq: fact.seq,
        before: fact.seq - 1,
      });
      before = fits ? hash : fact.hash;
    } else {
      before = hash;
    }
  }
  return findings.length ? findings : [{ what: "chain", holds: true, count: facts.length }];
}

/** The facts that the signing service imported from elsewhere. @param {MatchRecord} record @returns {Finding[]} */
function imports({ facts }) {
  return facts
    .filter(({ type }) => type === "table.MatchImported")
    .map(({ seq, data }) => ({
      what: data.key ? "imported" : "transcript",
      holds: true,
      seq,
      count: seq - 1,
      ...data,
    }));
}

/** @param {MatchRecord} record */
async function openings({ facts }) {
  /** @type {Finding[]} */
  const findings = [];
  let count = 0;
  for (const { seq, sealed, opened } of facts) {
    for (const [field, { value, salt }] of Object.entries(opened)) {
      const bytes = unhex(salt);
      if (bytes && hex(await sha256(bytes, utf8(canonical(value)))) === sealed[field]) count += 1;
      else findings.push({ what: "opening", holds: false, seq, field });
    }
  }
  return findings.length ? findings : count ? [{ what: "opened", holds: true, count }] : [];
}

/**
 * The seeds of the shuffles, revealed at the end of a match, match the commitments at its start.
 * @param {MatchRecord} record @returns {Promise<Finding[]>}
 */
async function seeds({ facts }) {
  const end = facts.findLast(({ type }) => type === "table.MatchEnded");
  if (!end) return [];
  const committed = facts
    .filter(({ seq, type }) => seq < end.seq && ["table.MatchOpened", "table.Rewound"].includes(type))
    .map(({ data }) => data.commitment);
  const seeds = [...(end.data.earlier ?? []), end.data.seed];
  const hashes = await Promise.all(seeds.map(async (seed) => hex(await sha256(utf8(String(seed))))));
  return [{ what: "seed", holds: canonical(hashes) === canonical(committed), seq: end.seq }];
}

/** @param {MatchRecord} record @returns {Promise<Finding[]>} */
async function cards({ cards, facts }) {
  if (!cards.data) return [];
  const digest = hex(await sha256(utf8(JSON.stringify(cards.data))));
  return [{ what: "cards", holds: digest === cards.digest && digest === facts[0]?.data.cards }];
}

// -- signatures of the service

/** @param {MatchRecord} record @param {Key[]} keys */
async function receipts(record, keys) {
  /** @type {Finding[]} */
  const findings = [];
  for (const receipt of record.receipts) {
    const { seq } = receipt;
    const stands = receipt.match === record.match && receipt.head === record.facts[seq - 1]?.hash;
    findings.push(
      await signature({ what: "receipt", seq }, async () => stands && receiptHolds(receipt, keys)),
    );
  }
  return findings;
}

/** @param {MatchRecord} record @param {Key[]} keys @returns {Promise<Finding[]>} */
async function log({ match, facts, logged, checkpoint }, keys) {
  if (!logged) return [{ what: "unlogged", holds: null }];
  const { seq, head, leaf, size, path } = logged;
  const note = signedNote(checkpoint);
  const root = note && note.size === size ? note.root : null;
  const stands = seq === facts.length && head === facts[seq - 1].hash;
  const data = utf8(canonical({ match, seq, head }));
  return [
    await signature({ what: "checkpoint", size }, () => noteHolds(checkpoint, keys)),
    {
      what: "log",
      holds: stands && root !== null && (await included(data, leaf, size, path.map(unhex), root)),
      seq,
      leaf,
      size,
    },
  ];
}

/**
 * @param {{what: string, [value: string]: any}} about @param {() => boolean | Promise<boolean>} check
 * @returns {Promise<Finding>}
 */
async function signature(about, check) {
  try {
    return { ...about, holds: await check() };
  } catch (error) {
    if (error instanceof Unable) return { ...about, holds: null };
    throw error;
  }
}
