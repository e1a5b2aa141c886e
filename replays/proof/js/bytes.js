/** Canonical JSON, hashes, and text encodings of bytes. */

import { createHash, createHmac } from "node:crypto";

/** Returns `value` as canonical JSON (RFC 8785). */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** Returns the SHA-256 of pieces, texts or bytes. */
export function sha256(...pieces) {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** Returns the HMAC-SHA-256 of pieces, texts or bytes, under `key`. */
export function hmac(key, ...pieces) {
  const mac = createHmac("sha256", key);
  for (const piece of pieces) mac.update(piece);
  return mac.digest();
}

export const hex = (bytes) => bytes.toString("hex");

/** Returns the bytes of lower-case hex `text`, or throws. */
export function unhex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text)) throw new Error(`“${text}” is no hex`);
  return Buffer.from(text, "hex");
}

/** Returns the bytes of padded base64 `text`, or throws. */
export function unbase64(text) {
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) throw new Error(`“${text}” is no base64`);
  return bytes;
}
