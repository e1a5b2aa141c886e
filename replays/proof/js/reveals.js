/** Follows the nonces that seats commit to and reveal from version 4 of the shuffle on, and the beacon. */

import { Beacon, DRAWN, ROUND_MISSED } from "./beacons.js";
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
 * milliseconds since 1970. The `beacon` comes after them.
 */
export class Reveals {
  constructor(opened) {
    [this.seats, this.limit] = [field(opened, "seats", 0), field(opened, "reveal_ms", 0)];
    this.claimed = new Set();
    [this.links, this.nonces] = [new Map(), new Map()];
    [this.outstanding, this.due, this.since] = [new Set(), 0, 0];
    this.beacon = new Beacon(opened);
  }

  /** Returns the nonces of all seats in their order, then the value of a beacon, empty ones for none. */
  lineValues() {
    const nonces = Array.from({ length: this.seats }, (_, seat) => this.nonces.get(seat) ?? "");
    return this.beacon.settings ? [...nonces, this.beacon.randomness] : nonces;
  }

  /** Takes in a fact, and yields what is wrong with it. */
  *follow(fact) {
    const { type, seq } = fact;
    const [seat, at] = [field(fact, "seat", 0), field(fact, "at", 0)];
    if (type === ANSWERED && (this.outstanding.size > 0 || this.claimed.size < this.seats))
      yield `Fact ${seq} answers before every seat has revealed its nonce.`;
    else if (type === ANSWERED && this.beacon.awaited)
      yield `Fact ${seq} answers before round ${this.beacon.awaited} of the beacon.`;
    if ([DRAWN, ROUND_MISSED].includes(type)) yield* this.beacon.follow(fact);
    const waited = this.outstanding.size > 0;
    if ([REVEALED, MISSED].includes(type) && !this.outstanding.has(seat))
      yield `Fact ${seq} is about a nonce of seat ${seat} that nobody waits for.`;
    else if (type === REVEALED) yield* this.#reveal(seq, seat, field(fact, "nonce", ""));
    else if (type === MISSED && at < this.due)
      yield `Seat ${seat} still had time for the nonce that it misses at fact ${seq}.`;
    this.#takeIn(fact, seat, at, waited);
  }

  *#reveal(seq, seat, nonce) {
    if (hex(sha256(nonce)) !== this.links.get(seat))
      yield `The nonce of seat ${seat} at fact ${seq} is not the one that the seat committed to.`;
    this.links.set(seat, nonce);
    this.nonces.set(seat, nonce);
    this.outstanding.delete(seat);
  }

  #takeIn(fact, seat, at, waited) {
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
    if ([LEFT, ENDED].includes(type)) [this.outstanding, this.beacon.awaited] = [new Set(), 0];
    const begins = [CLAIMED, REWOUND].includes(type) && this.claimed.size === this.seats;
    if (begins) {
      [this.nonces, this.outstanding] = [new Map(), new Set(this.links.keys())];
      [this.since, this.due] = [at, at + this.limit];
      this.beacon.beginLine();
    }
    if ((begins || (waited && ![LEFT, ENDED].includes(type))) && this.outstanding.size === 0) {
      this.since = at;
      this.beacon.awaitRound(at);
    }
    if (type === AWAY && (this.outstanding.size > 0 || this.beacon.awaited) && at > this.since) {
      const absence = at - Math.max(this.since, field(fact, "since", 0));
      [this.due, this.beacon.due, this.since] = [this.due + absence, this.beacon.due + absence, at];
    }
  }
}
