/** Reveals this browser's nonces by themselves, as soon as a match waits for them. */

import { LostLine, post, Problem } from "./api.js";
import { findNonce } from "./nonce.js";

const AGAIN = 2000; // milliseconds before a retry
const handled = new Set(); // the awaited nonces that are being revealed, or are lost
const lost = new Set(); // the seats whose secret this browser has lost

/** Returns whether this browser has lost the nonces of a seat. @param {number} seat */
export const hasLost = (seat) => lost.has(seat);

/**
 * Reveals each of the awaited nonces once: of a `seat` that committed to `hash`, that with the SHA-256 `published`. Returns
 * whether this browser has just lost one.
 * @param {string} match
 * @param {{seat: number, hash: string, published: string}[]} awaited
 */
export async function revealNonces(match, awaited) {
  const before = lost.size;
  for (const { seat, hash, published } of awaited) {
    const key = `${seat} ${published}`;
    if (handled.has(key)) continue;
    handled.add(key);
    const nonce = await findNonce(hash, published);
    if (nonce) await reveal(match, seat, nonce);
    else lost.add(seat);
  }
  return lost.size > before;
}

/** Sends a nonce until the service has it. @param {string} match @param {number} seat @param {string} nonce */
async function reveal(match, seat, nonce) {
  try {
    await post(`/api/v1/matches/${match}/seats/${seat}/nonce`, { nonce }, { viewer: `seat-${seat}` });
  } catch (problem) {
    if (problem instanceof LostLine) setTimeout(() => reveal(match, seat, nonce), AGAIN);
    else if (!(problem instanceof Problem)) throw problem;
  }
}
