/** The nonces of a browser: it commits to a chain of them, and reveals them from its end. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { commitNonces, findNonce } from "../../service/site/static/js/lib/nonce.js";

/** The storage of a browser, which Node does not have. */
class Storage {
  getItem(key) {
    return this[key] ?? null;
  }

  setItem(key, value) {
    this[key] = String(value);
  }

  removeItem(key) {
    delete this[key];
  }
}

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

test("a browser reveals 64 nonces under a hash, each with the SHA-256 that it published before", async () => {
  globalThis.localStorage = new Storage();
  const hash = await commitNonces();
  const nonces = [];
  for (let published = hash; published; published = nonces.at(-1))
    nonces.push(await findNonce(hash, published));
  assert.equal(nonces.pop(), "");
  assert.equal(nonces.length, 64);
  assert.deepEqual(nonces.map(sha256), [hash, ...nonces.slice(0, -1)]);
});

test("each hash is of other nonces, and a browser without the secret has none", async () => {
  globalThis.localStorage = new Storage();
  const [one, another] = [await commitNonces(), await commitNonces()];
  assert.notEqual(one, another);
  assert.equal(await findNonce(one, another), "");
  globalThis.localStorage = new Storage();
  assert.equal(await findNonce(one), "");
});

test("a browser stores the newest hundred secrets, and commits to nothing if it stores nothing", async () => {
  globalThis.localStorage = new Storage();
  localStorage.setItem("recount.pace", "slow");
  const hashes = [];
  for (let n = 0; n < 102; n++) hashes.push(await commitNonces());
  assert.deepEqual(await Promise.all(hashes.slice(0, 2).map((hash) => findNonce(hash))), ["", ""]);
  assert.equal(sha256(await findNonce(hashes[2])), hashes[2]);
  assert.equal(Object.keys(localStorage).length, 101);
  Storage.prototype.setItem = () => {
    throw new Error("nothing is stored here");
  };
  assert.equal(await commitNonces(), "");
});
