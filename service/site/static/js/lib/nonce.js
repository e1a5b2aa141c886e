/** This browser's contribution to the shuffles, so that the service alone decides none of them. */

import { queryAll } from "./dom.js";

/** Returns a fresh nonce: 128 bits, in hex. */
export function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Puts one into each form that asks for it. */
export function fillNonces() {
  for (const field of queryAll("input[name=nonce]")) field.value = nonce();
}
