/** Follows the nonces that seats commit to and reveal, from version 4 of the shuffle on. */

import { hex, sha256 } from "./bytes.js";
import { CLAIMED, ENDED, REWOUND, field } from "./facts.js";

const [LEFT, REVEALED, MISSED, RETIRED, HANDED_OVER, AWAY] = [
  "SeatLeft",
  "NonceRevealed",
  "NonceMissed",
  "SeatRetired",
  "SeatHandedOver",
  "ServiceAway",
].map((name) => `table.${name}`);
export const ANSWERED = "core.Answered";

/**
 * The nonces of a match after the facts so far.
 *
 * `links` are the last published values by seat, `nonces` those of this line. The `outstanding` seats have time until `due`, in
 * milliseconds since 1970.
 */
export class Reveals {
  constructor(opened) {
    [this.seats, this.limit] = [field(opened, "seats", 0), field(opened, "reveal_ms", 0)];
    this.claimed = new Set();
    [this.links, this.nonces] = [new Map(), new Map()];
    [this.outstanding, this.due, this.since] = [new Set(), 0, 0];
  }

  /** Returns the nonces of all seats in their order, empty ones for seats without. */
  lineNonces() {
    return Array.from({ length: this.seats }, (_, seat) => this.nonces.get(seat) ?? "");
  }

  /** Takes in a fact, and yields what is wrong with it. */
  *follow(fact) {
    const { type, seq } = fact;
    const [seat, at] = [field(fact, "seat", 0), field(fact, "at", 0)];
    if (type === ANSWERED && (this.outstanding.size > 0 || this.claimed.size < this.seats))
      yield `Fact ${seq} answers before every seat has revealed its nonce.`;
    if ([REVEALED, MISSED].includes(type) && !this.outstanding.has(seat))
      yield `Fact ${seq} is about a nonce of seat ${seat} that nobody waits for.`;
    else if (type === REVEALED) yield* this.#reveal(seq, seat, field(fact, "nonce", ""));
    else if (type === MISSED && at < this.due)
      yield `Seat ${seat} still had time for the nonce that it misses at fact ${seq}.`;
    this.#takeIn(fact, seat, at);
  }

  *#reveal(seq, seat, nonce) {
    if (hex(sha256(nonce)) !== this.links.get(seat))
      yield `The nonce of seat ${seat} at fact ${seq} is not the one that the seat committed to.`;
    this.links.set(seat, nonce);
    this.nonces.set(seat, nonce);
    this.outstanding.delete(seat);
  }

  #takeIn(fact, seat, at) {
    const { type } = fact;
    if (type === CLAIMED) {
      this.claimed.add(seat);
      const link = field(fact, "nonce_hash", "");
      if (link) this.links.set(seat, link);
    }
    if ([LEFT, MISSED, RETIRED, HANDED_OVER].includes(type)) {
      this.links.delete(seat);
      this.outstanding.delete(seat);
    }
    if (type === LEFT) this.claimed.delete(seat);
    if ([LEFT, ENDED].includes(type)) this.outstanding = new Set();
    if ([CLAIMED, REWOUND].includes(type) && this.claimed.size === this.seats) {
      [this.nonces, this.outstanding] = [new Map(), new Set(this.links.keys())];
      [this.since, this.due] = [at, at + this.limit];
    }
    if (type === AWAY && this.outstanding.size > 0 && at > this.since) {
      this.due += at - Math.max(this.since, field(fact, "since", 0));
      this.since = at;
    }
  }
}
