/** Ed25519 signatures of the service: receipts, and checkpoints as signed notes (C2SP). */

/** @import { Receipt } from "../contract.d.ts" */

import { canonical, hex, sha256, unbase64, utf8 } from "./canonical.js";

/** This browser cannot check signatures. */
export class Unable extends Error {}

/** @typedef {{text: string, name: string, id: Uint8Array, raw: Uint8Array<ArrayBuffer>}} Key  a public key of a service */

/**
 * Returns the public key in `text` as name, id and key, or nothing if these do not match.
 * @param {string} text @returns {Promise<Key | null>}
 */
export async function readKey(text) {
  const [name, id, ...rest] = text.trim().split("+");
  const noteBytes = unbase64(rest.join("+"));
  if (!noteBytes || noteBytes.length !== 33 || noteBytes[0] !== 1) return null;
  const digest = (await sha256(utf8(`${name}\n`), noteBytes)).slice(0, 4);
  return hex(digest) === id ? { text, name, id: digest, raw: noteBytes.slice(1) } : null;
}

/** @param {Key} key @param {Uint8Array<ArrayBuffer>} bytes @param {Uint8Array<ArrayBuffer>} signature */
async function signed(key, bytes, signature) {
  let usable;
  try {
    usable = await crypto.subtle.importKey("raw", key.raw, "Ed25519", false, ["verify"]);
  } catch (error) {
    throw new Unable(error.message);
  }
  return crypto.subtle.verify("Ed25519", usable, signature, bytes);
}

/** Returns whether one of `keys` signed `receipt`. @param {Receipt} receipt @param {Key[]} keys */
export async function receiptHolds(receipt, keys) {
  const { match, seq, head, at } = receipt;
  const key = keys.find((each) => each.text === receipt.key);
  const signature = unbase64(receipt.signature);
  return (
    key !== undefined &&
    signature !== null &&
    signed(key, utf8(canonical({ match, seq, head, at })), signature)
  );
}

/**
 * Returns origin, size and root of the checkpoint in `note`, signed or not, or nothing if it is invalid.
 * @param {string} note
 */
export function signedNote(note) {
  const [origin, size, root] = note.split("\n");
  const bytes = unbase64(root ?? "");
  return bytes && /^\d+$/.test(size) ? { origin, size: Number(size), root: bytes } : null;
}

/** Returns whether one of `keys` signed `note`. @param {string} note @param {Key[]} keys */
export async function noteHolds(note, keys) {
  const end = note.lastIndexOf("\n\n");
  for (const line of note.slice(end + 2).split("\n")) {
    const [dash, name, rest] = line.split(" ");
    const bytes = unbase64(rest ?? "");
    const key = bytes && keys.find((each) => each.name === name && hex(each.id) === hex(bytes.slice(0, 4)));
    if (dash === "—" && key) return signed(key, utf8(note.slice(0, end + 1)), bytes.slice(4));
  }
  return false;
}

/** @param {Uint8Array} left @param {Uint8Array} right */
const node = (left, right) => sha256(Uint8Array.of(1), left, right);

/**
 * Returns whether `path` proves that leaf `index` of the tree `root` holds `data` (RFC 9162, 2.1.3.2).
 * @param {Uint8Array} data @param {number} index @param {number} size @param {(Uint8Array | null)[]} path
 * @param {Uint8Array} root
 */
export async function included(data, index, size, path, root) {
  if (!(index >= 0 && index < size)) return false;
  let hash = await sha256(Uint8Array.of(0), data);
  let at = index;
  let last = size - 1;
  const up = () => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  for (const sibling of path) {
    if (last === 0 || sibling === null) return false;
    if (at % 2 || at === last) {
      hash = await node(sibling, hash);
      while (at && at % 2 === 0) up();
    } else {
      hash = await node(hash, sibling);
    }
    up();
  }
  return last === 0 && hex(hash) === hex(root);
}
