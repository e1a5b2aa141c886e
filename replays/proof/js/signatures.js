/** Public keys, and the signatures of receipts, notes and checkpoints. */

import { createPublicKey, verify } from "node:crypto";

import { canonical, hex, sha256, unbase64 } from "./bytes.js";

const ED25519 = 1;
export const COSIGNATURE = 4;

/** Returns the key of a type in the form `name+id+key`, or throws. */
export function readKey(text, kind = ED25519) {
  const [, name, id, encoded] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text) ?? [];
  const bytes = unbase64(encoded ?? "?");
  const key = { text, name, id: sha256(name, "\n", bytes).subarray(0, 4), public: bytes.subarray(1) };
  if (bytes.length !== 33 || bytes[0] !== kind || hex(key.id) !== id)
    throw new Error(`“${text}” is no public key`);
  return key;
}

/** Returns whether `signature` (bytes) over a text is by a key. */
export function verifies(key, text, signature) {
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.public.toString("base64url") };
  return (
    signature.length === 64 &&
    verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: "jwk" }), signature)
  );
}

/** Returns whether one of `keys` signed a receipt. */
export function receiptHolds({ match, seq, head, at, key, signature }, keys) {
  const trusted = keys.find(({ text }) => text === key);
  return trusted !== undefined && verifies(trusted, canonical({ match, seq, head, at }), unbase64(signature));
}

/** Returns the text of a note, and the name, the key's id and the bytes of each signature. */
export function noteParts(note) {
  const end = note.lastIndexOf("\n\n");
  const lines = end < 0 ? [] : note.slice(end + 2).split("\n");
  const matches = lines.map((line) => /^— (\S+) (\S+)$/.exec(line)).filter(Boolean);
  const signatures = matches.map(([, name, encoded]) => {
    const bytes = unbase64(encoded);
    return { name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

/** Returns the text of a note signed by one of `keys`, or throws. */
export function noteText(note, keys) {
  const { text, signatures } = noteParts(note);
  for (const { name, id, signature } of signatures) {
    const key = keys.find((key) => key.name === name && key.id.equals(id));
    if (key === undefined) continue;
    if (!verifies(key, text, signature)) break;
    return text;
  }
  throw new Error("The note is not signed by a trusted key.");
}

/** Returns those of `keys` that signed a note, or throws for a wrong signature. */
export function signersOf(note, keys) {
  const { text, signatures } = noteParts(note);
  return signatures.flatMap(({ name, id, signature }) => {
    const key = keys.find((key) => key.name === name && key.id.equals(id));
    if (key && !verifies(key, text, signature)) throw new Error(`A signature of ${name} is wrong.`);
    return key ? [key] : [];
  });
}

/** Returns the size and the root (bytes) of a signed checkpoint, or throws. */
export function checkpoint(note, keys) {
  const [, size, root] = noteText(note, keys).split("\n");
  if (!/^[0-9]+$/.test(size)) throw new Error("The note is no checkpoint.");
  return { size: Number(size), root: unbase64(root) };
}
