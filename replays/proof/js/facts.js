/** Checks the facts of a record with their chain, openings, header and seeds. */

import { canonical, hex, hmac, sha256, unhex } from "./bytes.js";

export const [OPENED, CLAIMED, REWOUND, ENDED] = ["MatchOpened", "SeatClaimed", "Rewound", "MatchEnded"].map(
  (name) => `table.${name}`,
);

/** Older tournaments reveal their seed here; newer ones leave it empty. */
const TOURNAMENT_ENDED = "tournament.TournamentEnded";

/** Returns the hash of a fact after the hash `before`. */
export function link(match, before, { seq, cause, rule, type, data, sealed }) {
  return hex(sha256(canonical({ match, before, seq, cause, rule, type, data, sealed })));
}

/** Returns the commitment to a value under a salt (bytes). */
export const commitment = (salt, value) => hex(sha256(salt, canonical(value)));

/** Returns the salt of a sealed field, from the seed of its line. */
export const saltOf = (seed, seq, field) => hmac(seed, `salt:${seq}:${field}`);

/** Returns a field of a fact, as far as it is open in this copy. */
export function field(fact, name, otherwise) {
  return name in fact.opened ? fact.opened[name].value : (fact.data[name] ?? otherwise);
}

/** Returns whether a field is closed in this copy. */
export const isHidden = (fact, name) => name in fact.sealed && !(name in fact.opened);

/** Yields the facts with a wrong number or hash. */
export function* checkChain({ match, facts }) {
  let before = "0".repeat(64);
  for (const [index, fact] of facts.entries()) {
    if (fact.seq !== index + 1)
      yield { seq: index + 1, what: "chain", sentence: `Fact ${fact.seq} stands in place ${index + 1}.` };
    else if (link(match, before, fact) !== fact.hash)
      yield {
        seq: fact.seq,
        what: "chain",
        sentence: `Fact ${fact.seq} does not hash to what is told with it.`,
      };
    before = fact.hash;
  }
}

/** Yields opened fields that differ from their commitments or from the salts of known seeds. */
export function* checkOpenings({ facts }, lines) {
  for (const fact of facts) {
    for (const [name, { value, salt }] of Object.entries(fact.opened)) {
      const bytes = unhex(salt);
      const seed = lines.seedAt(fact.seq);
      const hasSalt = seed === undefined || hex(saltOf(seed, fact.seq, name)) === salt;
      if (hasSalt && commitment(bytes, value) === fact.sealed[name]) continue;
      yield {
        seq: fact.seq,
        what: "opening",
        sentence: `What fact ${fact.seq} tells of “${name}” is not what was sealed.`,
      };
    }
  }
}

/** Yields contradictions between the header and the facts of a record. */
export function* checkHeader({ game, viewer, cards, facts }, cardJson) {
  const [first] = facts;
  const finding = (sentence, seq = 0) => ({ seq, what: "header", sentence });
  if (first.type !== OPENED) yield finding("The record does not begin with the opening of a match.", 1);
  if (field(first, "game") !== game) yield finding(`The match is no game of “${game}”.`);
  const seat = /^seat-(0|[1-9][0-9]*)$/.exec(viewer);
  if (!["spectator", "judge"].includes(viewer) && !(seat && Number(seat[1]) < field(first, "seats", 0)))
    yield finding(`“${viewer}” is nobody at this table.`);
  const isOpen = (fact) => Object.keys(fact.opened).length > 0;
  if (viewer !== "judge" && (viewer === "spectator" ? facts.some(isOpen) : isOpen(first)))
    yield finding(`A copy for “${viewer}” opens less than this one.`);
  const end = facts.findLast(({ type }) => type === ENDED)?.seq ?? 0;
  for (const fact of viewer === "judge" ? facts : []) {
    const closed = Object.keys(fact.sealed).filter(
      (name) => isHidden(fact, name) && !(name === "seed" && fact.seq > end),
    );
    for (const name of closed)
      yield finding(`The judge's copy of fact ${fact.seq} does not open “${name}”.`, fact.seq);
  }
  if (cards.digest !== field(first, "cards", ""))
    yield { ...finding("The card set is not the one of the match."), what: "cards" };
  if (cardJson && hex(sha256(cardJson)) !== cards.digest)
    yield { ...finding("The data of the card set are not those of its digest."), what: "cards" };
}

/**
 * The lines of a match with their first facts, and their seeds as far as they are open.
 *
 * A tournament is one line. `begins` are the types of first facts, and `reveals` those with seeds.
 */
export class Lines {
  constructor(facts, begins = [OPENED, REWOUND], reveals = [ENDED]) {
    this.firstFacts = facts.filter(({ type }) => begins.includes(type));
    const ends = facts.filter(
      (fact) => reveals.includes(fact.type) && (fact.type !== TOURNAMENT_ENDED || field(fact, "seed", "")),
    );
    this.reveals = ends.map((end) => ({
      seq: end.seq,
      seeds: [...field(end, "earlier", []), field(end, "seed", "")],
    }));
    const last = this.reveals.at(-1)?.seeds ?? [];
    this.seeds = this.firstFacts.map((fact, index) =>
      "seed" in fact.opened ? fact.opened.seed.value : last[index],
    );
  }

  /** Returns the seed of the line of a fact, or `undefined`. */
  seedAt(seq) {
    return this.seeds[this.firstFacts.findLastIndex((fact) => fact.seq <= seq)];
  }

  /** Yields the facts with seeds that differ from their commitments. */
  *checkSeeds() {
    const isCommitted = (fact, seed) => hex(sha256(String(seed))) === field(fact, "commitment");
    const finding = (seq) => ({
      seq,
      what: "seed",
      sentence: `The seed that fact ${seq} reveals is not the one that was committed to.`,
    });
    for (const fact of this.firstFacts)
      if ("seed" in fact.opened && !isCommitted(fact, fact.opened.seed.value)) yield finding(fact.seq);
    for (const { seq, seeds } of this.reveals) {
      const lines = this.firstFacts.filter((fact) => fact.seq < seq);
      if (seeds.length !== lines.length || !lines.every((fact, index) => isCommitted(fact, seeds[index])))
        yield finding(seq);
    }
  }
}
