/** The checker of records, held against the examples of the page that it was written from. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { canonical, hex, sha256, unhex } from "../../replays/proof/js/bytes.js";
import { commitment, link, saltOf } from "../../replays/proof/js/facts.js";
import { Reveals } from "../../replays/proof/js/reveals.js";
import { keyOf, order, ranks } from "../../replays/proof/js/shuffles.js";
import { checkpoint, readKey, receiptHolds } from "../../replays/proof/js/signatures.js";
import { entryOf, grew, included, leafOf } from "../../replays/proof/js/tree.js";

const examples = JSON.parse(
  readFileSync(new URL("../../service/proofs/pages/checking.json", import.meta.url), "utf8"),
);

test("facts", () => {
  const { canonical: written, commitment: sealed, link: linked, seed } = examples;
  assert.equal(canonical(written.value), written.text);
  assert.equal(hex(sha256(written.text)), written.sha256);
  assert.equal(hex(saltOf(sealed.seed, sealed.seq, sealed.field)), sealed.salt);
  assert.equal(commitment(unhex(sealed.salt), sealed.value), sealed.commitment);
  assert.equal(link(linked.match, linked.before, linked.fact), linked.hash);
  assert.equal(hex(sha256(seed.seed)), seed.commitment);
});

test("shuffles", () => {
  for (const version of [1, 2, 3, 4, 5]) {
    const told = examples[`shuffle ${version}`];
    const key = keyOf(version, told.seed, told.nonces);
    assert.equal(hex(key), told.key);
    assert.deepEqual(ranks(key, told.number, told.options.length).map(hex), told.ranks);
    assert.deepEqual(order(key, told.number, told.options).slice(0, told.picks.length), told.picks);
  }
});

test("reveals", () => {
  const { nonce_hash, nonces } = examples.chain;
  const fact = (seq, type, data) => ({ seq, type: `table.${type}`, data, opened: {}, sealed: {} });
  const reveals = new Reveals(fact(1, "MatchOpened", { seats: 1, reveal_ms: 10 }));
  const followed = [
    fact(2, "SeatClaimed", { seat: 0, nonce_hash, at: 100 }),
    fact(3, "NonceRevealed", { seat: 0, nonce: nonces[0], at: 105 }),
    fact(4, "Rewound", { at: 200 }),
    fact(5, "NonceRevealed", { seat: 0, nonce: nonces[1], at: 205 }),
  ];
  assert.deepEqual(
    followed.flatMap((each) => [...reveals.follow(each)]),
    [],
  );
  assert.deepEqual(reveals.lineValues(), [nonces[1]]);
  const late = fact(6, "NonceMissed", { seat: 0, at: 300 });
  assert.deepEqual([...reveals.follow(late)], ["Fact 6 is about a nonce of seat 0 that nobody waits for."]);
});

test("a beacon", () => {
  const { at, round, time_ms, signature, randomness, ...settings } = examples.beacon;
  const fact = (seq, type, data) => ({ seq, type: `table.${type}`, data, opened: {}, sealed: {} });
  const reveals = new Reveals(fact(1, "MatchOpened", { seats: 1, beacon: settings }));
  const drawn = fact(3, "BeaconDrawn", { round, randomness, signature, at: time_ms });
  const followed = [fact(2, "SeatClaimed", { seat: 0, at }), drawn];
  assert.deepEqual(
    followed.flatMap((each) => [...reveals.follow(each)]),
    [],
  );
  assert.deepEqual(reveals.lineValues(), ["", randomness]);
  assert.deepEqual(
    [...reveals.follow({ ...drawn, seq: 4 })],
    ["Fact 4 is about round 1000 of the beacon, which nobody waits for."],
  );
});

test("signatures", () => {
  const key = readKey(examples.key.key);
  assert.deepEqual(
    [key.name, hex(key.id), hex(key.public)],
    [examples.key.name, examples.key.id, examples.key.public],
  );
  assert.throws(() => readKey(examples.key.key.replace("+", "+0")));
  assert.equal(receiptHolds(examples.receipt, [key]), true);
  assert.equal(receiptHolds({ ...examples.receipt, at: 0 }, [key]), false);
  assert.equal(receiptHolds(examples.receipt, []), false);
  const signed = checkpoint(examples.checkpoint.note, [key]);
  assert.deepEqual([signed.size, hex(signed.root)], [examples.checkpoint.size, examples.checkpoint.root]);
  assert.throws(() => checkpoint(examples.checkpoint.note.replace("5", "6"), [key]));
});

test("the log", () => {
  const { match, seq, head, entry, hash, leaf, size, path, root } = examples.inclusion;
  assert.equal(entryOf(match, seq, head), entry);
  assert.equal(hex(leafOf(entry)), hash);
  const proof = path.map(unhex);
  assert.equal(included(unhex(hash), leaf, size, proof, unhex(root)), true);
  assert.equal(included(unhex(hash), leaf, size, proof.slice(1), unhex(root)), false);
  const { old, new: now, before, after, proof: grown } = examples.consistency;
  assert.equal(grew(old, now, unhex(before), unhex(after), grown.map(unhex)), true);
  assert.equal(grew(old, now, unhex(after), unhex(before), grown.map(unhex)), false);
});
