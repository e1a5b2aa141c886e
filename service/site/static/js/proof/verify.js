/**
 * Holds the record of a match against its proofs, in the browser, with what the browser itself knows of hashes and
 * signatures. What comes of it is a list: `what` was looked at, whether it `holds` (true, false; null: this browser
 * cannot tell), and the numbers that belong into the sentence.
 */

import { canonical, hex, sha256, unhex, utf8 } from "./canonical.js";
import { included, noteHolds, readKey, receiptHolds, told, Unable } from "./signatures.js";

const GENESIS = "0".repeat(64);

/** Returns what was found of `record`, as `recount export` writes it. */
export async function verify(record) {
  if (!globalThis.crypto?.subtle) return [{ what: "browser", holds: null }];
  const keys = (await Promise.all(record.keys.map(readKey))).filter(Boolean);
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

/** Returns the hash of a fact that follows on the hash `before`. */
async function link(match, before, { seq, cause, rule, type, data, sealed }) {
  return hex(await sha256(utf8(canonical({ match, before, seq, cause, rule, type, data, sealed }))));
}

async function chain({ match, facts, logged }) {
  const found = [];
  let before = GENESIS;
  for (const [place, fact] of facts.entries()) {
    if (fact.seq !== place + 1) {
      found.push({ what: "order", holds: false, seq: fact.seq, place: place + 1 });
      break;
    }
    const hash = await link(match, before, fact);
    if (hash !== fact.hash) {
      const next = facts[place + 1];
      const fits = next ? (await link(match, hash, next)) === next.hash : hash === logged?.head;
      found.push({
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
  return found.length ? found : [{ what: "chain", holds: true, count: facts.length }];
}

/** What the service that signed the record has not seen itself: facts that came with a match from elsewhere. */
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

async function openings({ facts }) {
  const found = [];
  let count = 0;
  for (const { seq, sealed, opened } of facts) {
    for (const [field, { value, salt }] of Object.entries(opened)) {
      const bytes = unhex(salt);
      if (bytes && hex(await sha256(bytes, utf8(canonical(value)))) === sealed[field]) count += 1;
      else found.push({ what: "opening", holds: false, seq, field });
    }
  }
  return found.length ? found : count ? [{ what: "opened", holds: true, count }] : [];
}

/** The seeds of the shuffles, which the end of a match reveals, are those committed to at its beginning. */
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

async function cards({ cards, facts }) {
  if (!cards.data) return [];
  const digest = hex(await sha256(utf8(JSON.stringify(cards.data))));
  return [{ what: "cards", holds: digest === cards.digest && digest === facts[0]?.data.cards }];
}

// -- what the service signed

async function receipts(record, keys) {
  const found = [];
  for (const receipt of record.receipts) {
    const { seq } = receipt;
    const stands = receipt.match === record.match && receipt.head === record.facts[seq - 1]?.hash;
    found.push(await signature({ what: "receipt", seq }, async () => stands && receiptHolds(receipt, keys)));
  }
  return found;
}

async function log({ match, facts, logged, checkpoint }, keys) {
  if (!logged) return [{ what: "unlogged", holds: null }];
  const { seq, head, leaf, size, path } = logged;
  const tree = told(checkpoint);
  const stands = size === tree?.size && seq === facts.length && head === facts[seq - 1].hash;
  const data = utf8(canonical({ match, seq, head }));
  return [
    await signature({ what: "checkpoint", size }, () => noteHolds(checkpoint, keys)),
    {
      what: "log",
      holds: stands && (await included(data, leaf, size, path.map(unhex), tree?.root)),
      seq,
      leaf,
      size,
    },
  ];
}

async function signature(about, check) {
  try {
    return { ...about, holds: await check() };
  } catch (error) {
    if (error instanceof Unable) return { ...about, holds: null };
    throw error;
  }
}
