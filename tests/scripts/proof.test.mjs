/** What the page checks of a record by itself, held against the examples that the checker is held against. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  canonical,
  hex,
  joined,
  sha256,
  unbase64,
  unhex,
  utf8,
} from "../../service/site/static/js/proof/canonical.js";
import {
  included,
  noteHolds,
  readKey,
  receiptHolds,
  signedNote,
} from "../../service/site/static/js/proof/signatures.js";

const examples = JSON.parse(
  readFileSync(new URL("../../service/proofs/pages/checking.json", import.meta.url), "utf8"),
);

test("canonical JSON: keys in order, no white space, the same bytes as everywhere", async () => {
  const { value, text, sha256: digest } = examples.canonical;
  assert.equal(canonical(value), text);
  assert.equal(hex(await sha256(utf8(text))), digest);
  assert.equal(hex(await sha256(...[...utf8(text)].map((byte) => Uint8Array.of(byte)))), digest);
});

test("bytes in hex and base64; what is neither is nothing", () => {
  assert.deepEqual(unhex("00ff"), Uint8Array.of(0, 255));
  assert.deepEqual([unhex("0"), unhex("0G"), unhex("FF")], [null, null, null]);
  assert.equal(hex(unbase64("AP8=")), "00ff");
  assert.equal(unbase64("~"), null);
  assert.deepEqual(joined(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)), Uint8Array.of(1, 2, 3));
});

test("a key is one only with the name that it was made for", async () => {
  const { key, name, id } = examples.key;
  const read = await readKey(key);
  assert.deepEqual([read.name, hex(read.id), hex(read.raw)], [name, id, examples.key.public]);
  assert.equal(await readKey(key.replace(name, "another.example")), null);
  assert.equal(await readKey("no key"), null);
});

test("a receipt holds as it was signed, under a key that is known", async () => {
  const keys = [await readKey(examples.key.key)];
  assert.equal(await receiptHolds(examples.receipt, keys), true);
  assert.equal(await receiptHolds({ ...examples.receipt, seq: 5 }, keys), false);
  assert.equal(await receiptHolds(examples.receipt, []), false);
});

test("a checkpoint tells a size and a root, and holds as it was signed", async () => {
  const { note, size, root } = examples.checkpoint;
  const keys = [await readKey(examples.key.key)];
  assert.deepEqual([signedNote(note).size, hex(signedNote(note).root)], [size, root]);
  assert.equal(signedNote("none"), null);
  assert.equal(await noteHolds(note, keys), true);
  assert.equal(await noteHolds(note.replace("\n5\n", "\n6\n"), keys), false);
});

test("a path leads from an entry to the root of its tree, and from no other one", async () => {
  const { entry, leaf, size, path, root } = examples.inclusion;
  const held = (data, at) => included(utf8(data), at, size, path.map(unhex), unhex(root));
  assert.equal(await held(entry, leaf), true);
  assert.equal(await held(`${entry} `, leaf), false);
  assert.equal(await held(entry, leaf - 1), false);
  assert.equal(await held(entry, size), false);
});
