/** The facts of a record: their chain, what is opened of them, what the record says of itself, and its seeds. */

import { canonical, hex, hmac, sha256, unhex } from "./bytes.js";

export const [OPENED, CLAIMED, REWOUND, ENDED] = ["MatchOpened", "SeatClaimed", "Rewound", "MatchEnded"].map(
  (name) => `table.${name}`,
);

/** Returns the hash of a fact that follows on the hash `before`. */
export function link(match, before, { seq, cause, rule, type, data, sealed }) {
  return hex(sha256(canonical({ match, before, seq, cause, rule, type, data, sealed })));
}

/** Returns the commitment to a value under a salt (bytes). */
/** Older tournaments reveal their seed here; newer ones leave it empty. */
const TOURNAMENT_ENDED = "tournament.TournamentEnded";

export const commitment = (salt, value) => hex(sha256(salt, canonical(value)));

/** Returns the salt of a sealed field, from the seed of its line. */
export const saltOf = (seed, seq, field) => hmac(seed, `salt:${seq}:${field}`);

/** Returns a field of a fact, as far as this copy tells it. */
export function field(fact, name, usual) {
  return name in fact.opened ? fact.opened[name].value : (fact.data[name] ?? usual);
}

export const hidden = (fact, name) => name in fact.sealed && !(name in fact.opened);

/** Yields the facts that do not follow on those before them. */
export function* chain({ match, facts }) {
  let before = "0".repeat(64);
  for (const [place, fact] of facts.entries()) {
    if (fact.seq !== place + 1)
      yield { seq: place + 1, what: "chain", sentence: `Fact ${fact.seq} stands in place ${place + 1}.` };
    else if (link(match, before, fact) !== fact.hash)
      yield {
        seq: fact.seq,
        what: "chain",
        sentence: `Fact ${fact.seq} does not hash to what is told with it.`,
      };
    before = fact.hash;
  }
}

/** Yields opened fields that are not what was sealed; `lines` tells the seeds, where they are known. */
export function* openings({ facts }, lines) {
  for (const fact of facts) {
    for (const [name, { value, salt }] of Object.entries(fact.opened)) {
      const bytes = unhex(salt);
      const seed = lines.seedAt(fact.seq);
      const salted = seed === undefined || hex(saltOf(seed, fact.seq, name)) === salt;
      if (salted && commitment(bytes, value) === fact.sealed[name]) continue;
      yield {
        seq: fact.seq,
        what: "opening",
        sentence: `What fact ${fact.seq} tells of “${name}” is not what was sealed.`,
      };
    }
  }
}

/** Yields what the record says of itself and is not so. */
export function* header({ game, viewer, cards, facts }, textOfCards) {
  const [first] = facts;
  const finding = (sentence, seq = 0) => ({ seq, what: "header", sentence });
  if (first.type !== OPENED) yield finding("The record does not begin with the opening of a match.", 1);
  if (field(first, "game") !== game) yield finding(`The match is no game of “${game}”.`);
  const seat = /^seat-(0|[1-9][0-9]*)$/.exec(viewer);
  if (!["spectator", "judge"].includes(viewer) && !(seat && Number(seat[1]) < field(first, "seats", 0)))
    yield finding(`“${viewer}” is nobody at this table.`);
  const open = (fact) => Object.keys(fact.opened).length > 0;
  if (viewer !== "judge" && (viewer === "spectator" ? facts.some(open) : open(first)))
    yield finding(`A copy for “${viewer}” opens less than this one.`);
  const end = facts.findLast(({ type }) => type === ENDED)?.seq ?? 0;
  for (const fact of viewer === "judge" ? facts : []) {
    const shut = Object.keys(fact.sealed).filter(
      (name) => hidden(fact, name) && !(name === "seed" && fact.seq > end),
    );
    for (const name of shut)
      yield finding(`The judge's copy of fact ${fact.seq} does not open “${name}”.`, fact.seq);
  }
  if (cards.digest !== field(first, "cards", ""))
    yield { ...finding("The card set is not the one of the match."), what: "cards" };
  if (textOfCards && hex(sha256(textOfCards)) !== cards.digest)
    yield { ...finding("The data of the card set are not those of its digest."), what: "cards" };
}

/**
 * The lines of a match: which fact began each, and its seed, where this copy tells or reveals it.
 *
 * A tournament is one line: it has one fact that begins it, and one that reveals its seed.
 */
export class Lines {
  constructor(facts, begins = [OPENED, REWOUND], reveals = [ENDED]) {
    this.begun = facts.filter(({ type }) => begins.includes(type));
    const over = facts.filter(
      (fact) => reveals.includes(fact.type) && (fact.type !== TOURNAMENT_ENDED || field(fact, "seed", "")),
    );
    this.revealed = over.map((end) => ({
      seq: end.seq,
      seeds: [...field(end, "earlier", []), field(end, "seed", "")],
    }));
    const last = this.revealed.at(-1)?.seeds ?? [];
    this.seeds = this.begun.map((fact, place) =>
      "seed" in fact.opened ? fact.opened.seed.value : last[place],
    );
  }

  /** Returns the seed of the line that a fact belongs to, if it is known. */
  seedAt(seq) {
    return this.seeds[this.begun.findLastIndex((fact) => fact.seq <= seq)];
  }

  /** Yields seeds that nobody has committed to. */
  *unlike() {
    const fits = (fact, seed) => hex(sha256(String(seed))) === field(fact, "commitment");
    const finding = (seq) => ({
      seq,
      what: "seed",
      sentence: `The seed that fact ${seq} reveals is not the one that was committed to.`,
    });
    for (const fact of this.begun)
      if ("seed" in fact.opened && !fits(fact, fact.opened.seed.value)) yield finding(fact.seq);
    for (const { seq, seeds } of this.revealed) {
      const lines = this.begun.filter((fact) => fact.seq < seq);
      if (seeds.length !== lines.length || !lines.every((fact, place) => fits(fact, seeds[place])))
        yield finding(seq);
    }
  }
}
