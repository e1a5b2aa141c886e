/** Follows the rounds of a public beacon, from version 5 of the shuffle on. */

import { hex, sha256, unhex } from "./bytes.js";
import { field } from "./facts.js";

export const [DRAWN, ROUND_MISSED] = ["table.BeaconDrawn", "table.BeaconMissed"];

/**
 * The beacon of a match after the facts so far.
 *
 * `awaited` is the round that a line waits for, 0 for none, until `due` in milliseconds since 1970. `randomness` is the value of this
 * line.
 */
export class Beacon {
  constructor(opened) {
    this.settings = field(opened, "beacon");
    [this.awaited, this.due, this.randomness] = [0, 0, ""];
  }

  /** Forgets the value of the line before. */
  beginLine() {
    [this.awaited, this.randomness] = [0, ""];
  }

  /** Takes the first round at least one period after the time `at`, if there is a beacon. */
  awaitRound(at) {
    if (!this.settings) return;
    const { genesis_ms: genesis, period_ms: period, wait_ms: wait } = this.settings;
    this.awaited = Math.max(1, 2 + Math.ceil((at - genesis) / period));
    this.due = this.#timeOf(this.awaited) + wait;
  }

  /** Takes in a drawn or missed round, and yields what is wrong with it. */
  *follow(fact) {
    const { type, seq } = fact;
    const [number, at] = [field(fact, "round", 0), field(fact, "at", 0)];
    if (!this.awaited || number !== this.awaited) {
      yield `Fact ${seq} is about round ${number} of the beacon, which nobody waits for.`;
      return;
    }
    if (type === DRAWN && at < this.#timeOf(number))
      yield `Round ${number} of the beacon was yet to come at fact ${seq}.`;
    if (type === ROUND_MISSED && at < this.due)
      yield `There was still time for round ${number} of the beacon, which fact ${seq} misses.`;
    [this.awaited, this.randomness] = [0, field(fact, "randomness", "")];
    if (type === DRAWN && hex(sha256(unhex(field(fact, "signature")))) !== this.randomness)
      yield `The randomness at fact ${seq} is not the SHA-256 of its signature.`;
  }

  #timeOf(number) {
    return this.settings.genesis_ms + (number - 1) * this.settings.period_ms;
  }
}

/** Returns where each drawn round is public, because nothing here verifies its signature. */
export function compareRounds(facts) {
  const { address, chain } = field(facts[0], "beacon") ?? {};
  return facts
    .filter(({ type }) => type === DRAWN)
    .map((fact) => {
      const number = field(fact, "round", 0);
      return `Compare the randomness of round ${number} at fact ${fact.seq} with ${address}/${chain}/public/${number}.`;
    });
}
