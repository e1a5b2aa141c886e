/** Public keys, and what is signed with them: receipts, notes, checkpoints. */

import { createPublicKey, verify } from "node:crypto";

import { canonical, hex, sha256, unbase64 } from "./bytes.js";

const ED25519 = Buffer.from([1]);

/** Returns the key that `name+id+key` tells; throws, where it is none. */
export function readKey(text) {
  const [, name, id, told] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text) ?? [];
  const bytes = unbase64(told ?? "?");
  const key = { text, name, id: sha256(name, "\n", bytes).subarray(0, 4), public: bytes.subarray(1) };
  if (bytes.length !== 33 || bytes[0] !== ED25519[0] || hex(key.id) !== id)
    throw new Error(`“${text}” is no public key`);
  return key;
}

/** Tells whether `signature` (bytes) is that of a key over a text. */
function signed(key, text, signature) {
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.public.toString("base64url") };
  return (
    signature.length === 64 &&
    verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: "jwk" }), signature)
  );
}

/** Tells whether one of `keys` has signed a receipt. */
export function receiptHolds({ match, seq, head, at, key, signature }, keys) {
  const trusted = keys.find(({ text }) => text === key);
  return trusted !== undefined && signed(trusted, canonical({ match, seq, head, at }), unbase64(signature));
}

/** Returns the text of a note that one of `keys` has signed; throws, where none has. */
export function noteText(note, keys) {
  const part = note.lastIndexOf("\n\n");
  const text = note.slice(0, part + 1);
  for (const line of part < 0 ? [] : note.slice(part + 2).split("\n")) {
    const [, name, told] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    if (told === undefined) continue;
    const bytes = unbase64(told);
    const key = keys.find((each) => each.name === name && each.id.equals(bytes.subarray(0, 4)));
    if (key === undefined) continue;
    if (!signed(key, text, bytes.subarray(4))) break;
    return text;
  }
  throw new Error("The note is not signed by a trusted key.");
}

/** Returns the size and the root (bytes) that a checkpoint tells; throws, where it is none, or not signed. */
export function checkpoint(note, keys) {
  const [, size, root] = noteText(note, keys).split("\n");
  if (!/^[0-9]+$/.test(size)) throw new Error("The note is no checkpoint.");
  return { size: Number(size), root: unbase64(root) };
}
