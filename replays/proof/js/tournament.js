/**
 * The check of a bundle beyond its records: results, matches, lots and what it says of itself.
 *
 * Who meets whom and who stands where takes the engines of Recount: that is for `recount verify`.
 */

import { hex, hmac } from "./bytes.js";
import { CLAIMED, ENDED, REWOUND, field } from "./facts.js";
import { keyOf } from "./shuffles.js";

const named = (...names) => names.map((name) => `tournament.${name}`);
export const [OPENED] = named("TournamentOpened");
/** What reveals the seed; the second does so in older tournaments alone. */
export const REVEALING = named("SeedRevealed", "TournamentEnded");
const [REGISTERED, BOUND, CHOSEN] = named("PlayerRegistered", "MatchBound", "TurnOrCharacterChosen");
const [RECORDED, CORRECTED] = named("ResultRecorded", "ResultCorrected");
const SEATING = named("RoundPaired", "PairingChanged", "RoundPublished", "ChoicesDrawn");
export const LEFT = "Rounds were not paired again, and standings not made again: `recount verify` does that.";

/** Yields what the record of a tournament says of itself and is not so. */
export function* header({ game, viewer, cards, facts }) {
  const [first] = facts;
  const finding = (sentence, seq = 0, what = "header") => ({ seq, what, sentence });
  if (first.type !== OPENED) yield finding("The record does not begin with the opening of a tournament.", 1);
  if (field(first, "game") !== game) yield finding(`The tournament is none of “${game}”.`);
  if (!["spectator", "organizer"].includes(viewer)) yield finding(`“${viewer}” is nobody at a tournament.`);
  if (cards.digest !== field(first, "cards", ""))
    yield finding("The card set is not the one of the tournament.", 0, "cards");
}

/** Yields matches that are missing or strange. */
export function* matches({ record, matches }) {
  const told = matches.map(({ record: { match } }) => match);
  const bound = new Map(
    record.facts.filter(({ type }) => type === BOUND).map((fact) => [field(fact, "match"), fact.seq]),
  );
  for (const [match, seq] of bound)
    if (!told.includes(match)) yield { seq, what: "match", sentence: `Match ${match} was left out.` };
  for (const [place, { record: each }] of matches.entries()) {
    const strange = !bound.has(each.match) || field(each.facts[0], "event", "") !== record.match;
    if (strange || told.indexOf(each.match) < place)
      yield { seq: 0, what: "match", sentence: `Match ${each.match} is none of this tournament.` };
  }
}

/** Yields results that do not say what the match says that they name. */
export function* results({ record, matches }) {
  const told = new Map(matches.map(({ record: each }) => [each.match, each]));
  const [members, seats] = [new Map(), new Map()];
  const at = (fact, table) => JSON.stringify([field(fact, "stage", 0), field(fact, "round", 0), table]);
  for (const fact of record.facts) {
    const { seq, type } = fact;
    if (type === REGISTERED) {
      const player = field(fact, "player");
      const people = field(fact, "members", []);
      members.set(player, people.length ? people : [player]);
    }
    if (SEATING.includes(type))
      for (const table of field(fact, "tables", [])) seats.set(at(fact, table.number), table.seats);
    const where = at(fact, field(fact, "table", 0));
    if (type === CHOSEN) {
      const first = seats.get(where)[0] === field(fact, "player");
      if (first !== (field(fact, "chosen") === "turn")) seats.set(where, [...seats.get(where)].reverse());
    }
    if (![RECORDED, CORRECTED].includes(type) || field(fact, "how") !== "match") continue;
    const match = told.get(field(fact, "match", ""));
    const named = match?.facts[field(fact, "seq", 0) - 1];
    if (named?.hash !== field(fact, "head", "")) {
      yield { seq, what: "result", sentence: `Fact ${seq} names a head that no match here has.` };
      continue;
    }
    const result = field(fact, type === RECORDED ? "result" : "now", null);
    const sides = (seats.get(where) ?? []).map((who) => members.get(who) ?? [who]);
    if (!agrees(match, named, result, sides))
      yield {
        seq,
        what: "result",
        sentence: `Fact ${seq} tells another result than match ${match.match} has.`,
      };
  }
}

/** Tells whether a result is what a fact of a match says, for sides that are told by their people. */
function agrees({ facts }, named, result, sides) {
  if (named.type === REWOUND || result === null) return named.type === REWOUND && result === null;
  if (named.type !== ENDED) return false;
  const [winners, scores] = [field(named, "winners", []), field(named, "scores", [])];
  const claims = facts.filter(({ type }) => type === CLAIMED);
  const whoWon = claims
    .filter((claim) => winners.includes(field(claim, "seat", 0)))
    .map((claim) => field(claim, "player", ""));
  const won =
    field(facts[0], "seats", 0) === sides.length
      ? sides.map((_, seat) => winners.includes(seat))
      : sides.map((side) => whoWon.some((who) => side.includes(who)));
  const behind = won.includes(true) ? 1 + won.filter(Boolean).length : 1;
  const places = won.map((one) => (one ? 1 : behind));
  const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  return alike(result.places, places) && alike(result.scores ?? scores, scores);
}

/** Yields lots in the standings that are not those that the seed and the nonces draw. */
export function* lots({ record: { facts }, standings }, seed) {
  const registered = facts.filter(({ type }) => type === REGISTERED);
  const nonces = new Map(registered.map((fact) => [field(fact, "player"), field(fact, "nonce", "")]));
  const place = field(facts[0], "tiebreakers", []).indexOf("lot");
  if (seed === undefined || place < 0) return;
  for (const { stage, rows } of standings) {
    for (const { player, values } of rows) {
      const drawn = hmac(keyOf(3, seed, [nonces.get(player) ?? ""]), `tie:${stage}:${player}`).subarray(0, 8);
      if (values[place] !== BigInt(`0x${hex(drawn)}`).toString())
        yield { seq: 0, what: "lot", sentence: `The lot of ${player} is not the one that was drawn.` };
    }
  }
}
