/** This browser's contribution to shuffles and lots, so that the service alone decides none of them. */

import { queryAll } from "./dom.js";

const PREFIX = "recount.nonce."; // of keys in the storage; the hash follows

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns a fresh nonce: 128 bits, in hex. */
export function nonce() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Puts one into each form that asks for it. */
export function fillNonces() {
  for (const field of queryAll("input[name=nonce]")) field.value = nonce();
}

/**
 * Stores a nonce until it is revealed. Returns its SHA-256 in hex, or an empty text in a browser that stores or hashes nothing.
 * @param {string} value
 */
export async function rememberNonce(value) {
  try {
    const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value))));
    localStorage.setItem(PREFIX + hash, value);
    return hash;
  } catch {
    return "";
  }
}

/** Returns the nonce that this browser stored under its hash, or an empty text. */
export function nonceOf(hash) {
  return localStorage.getItem(PREFIX + hash) ?? "";
}

/** Puts the hash of a new, remembered nonce into each form that asks for it. */
export async function fillNonceHashes() {
  for (const field of queryAll("input[name=nonce_hash]")) field.value = await rememberNonce(nonce());
}
