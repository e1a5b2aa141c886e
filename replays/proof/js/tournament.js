/**
 * Checks the header, matches, results and lots of a bundle.
 *
 * Pairings and standings need the engines of Recount, so only `recount verify` checks them.
 */

import { canonical, hex, hmac, sha256 } from "./bytes.js";
import { CLAIMED, ENDED, REWOUND, field } from "./facts.js";
import { keyOf } from "./shuffles.js";
import { noteText } from "./signatures.js";

const types = (...names) => names.map((name) => `tournament.${name}`);
export const [OPENED] = types("TournamentOpened");
/** Facts with the seed, the second one only in older tournaments. */
export const REVEALING = types("SeedRevealed", "TournamentEnded");
const [REGISTERED, BOUND, CHOICE] = types("PlayerRegistered", "MatchBound", "TurnOrCharacterChosen");
/** A table with printed cards has a record, which may be closed to the reader of a copy. */
const [RECORD_BOUND] = types("RecordBound");
const [RECORDED, CORRECTED] = types("ResultRecorded", "ResultCorrected");
const [CLOSED, PAIRED, NONCE_REVEALED] = types("RegistrationClosed", "RoundPaired", "NonceRevealed");
const SEATING = types("RoundPaired", "PairingChanged", "RoundPublished", "ChoicesDrawn");
export const LEFT = "Rounds were not paired again, and standings not made again: `recount verify` does that.";

/** Yields contradictions between the header and the facts of a tournament. */
export function* checkHeader({ game, viewer, cards, facts }) {
  const [first] = facts;
  const finding = (sentence, seq = 0, what = "header") => ({ seq, what, sentence });
  if (first.type !== OPENED) yield finding("The record does not begin with the opening of a tournament.", 1);
  if (field(first, "game") !== game) yield finding(`The tournament is none of “${game}”.`);
  if (!["spectator", "organizer"].includes(viewer)) yield finding(`“${viewer}” is nobody at a tournament.`);
  if (cards.digest !== field(first, "cards", ""))
    yield finding("The card set is not the one of the tournament.", 0, "cards");
}

/** Yields missing and foreign matches. */
export function* checkMatches({ record, matches }) {
  const ids = matches.map(({ record: { match } }) => match);
  const bound = new Map(
    record.facts.filter(({ type }) => type === BOUND).map((fact) => [field(fact, "match"), fact.seq]),
  );
  for (const [match, seq] of bound)
    if (!ids.includes(match)) yield { seq, what: "match", sentence: `Match ${match} was left out.` };
  const recorded = record.facts
    .filter(({ type }) => type === RECORD_BOUND)
    .map((fact) => field(fact, "match"));
  for (const [index, { record: match }] of matches.entries()) {
    const isBound = bound.has(match.match) || recorded.includes(match.match);
    const isForeign = !isBound || field(match.facts[0], "event", "") !== record.match;
    if (isForeign || ids.indexOf(match.match) < index)
      yield { seq: 0, what: "match", sentence: `Match ${match.match} is none of this tournament.` };
  }
}

/** Yields results that contradict their match. */
export function* checkResults({ record, matches }) {
  const records = new Map(matches.map(({ record: match }) => [match.match, match]));
  const [members, seats] = [new Map(), new Map()];
  const tableKey = (fact, table) => JSON.stringify([field(fact, "stage", 0), field(fact, "round", 0), table]);
  for (const fact of record.facts) {
    const { seq, type } = fact;
    if (type === REGISTERED) {
      const player = field(fact, "player");
      const playerIds = field(fact, "members", []);
      members.set(player, playerIds.length ? playerIds : [player]);
    }
    if (SEATING.includes(type))
      for (const table of field(fact, "tables", [])) seats.set(tableKey(fact, table.number), table.seats);
    const key = tableKey(fact, field(fact, "table", 0));
    if (type === CHOICE) {
      const first = seats.get(key)[0] === field(fact, "player");
      if (first !== (field(fact, "chosen") === "turn")) seats.set(key, [...seats.get(key)].reverse());
    }
    if (![RECORDED, CORRECTED].includes(type) || field(fact, "how") !== "match") continue;
    const match = records.get(field(fact, "match", ""));
    const lastFact = match?.facts[field(fact, "seq", 0) - 1];
    if (lastFact?.hash !== field(fact, "head", "")) {
      yield { seq, what: "result", sentence: `Fact ${seq} names a head that no match here has.` };
      continue;
    }
    const result = field(fact, type === RECORDED ? "result" : "now", null);
    const sides = (seats.get(key) ?? []).map((player) => members.get(player) ?? [player]);
    if (!isResultOf(match, lastOutcome(match, field(fact, "seq", 0)), result, sides))
      yield {
        seq,
        what: "result",
        sentence: `Fact ${seq} tells another result than match ${match.match} has.`,
      };
  }
}

/** Returns the last end of a match until fact `seq`, or the rewind of it; signatures may follow. */
function lastOutcome({ facts }, seq) {
  const outcomes = facts.slice(0, seq).filter(({ type }) => [ENDED, REWOUND].includes(type));
  return outcomes.at(-1) ?? facts[seq - 1];
}

/** Returns whether a result agrees with a fact of a match, for `sides` of players. */
function isResultOf({ facts }, lastFact, result, sides) {
  if (lastFact.type === REWOUND || result === null) return lastFact.type === REWOUND && result === null;
  if (lastFact.type !== ENDED) return false;
  const [winners, scores] = [field(lastFact, "winners", []), field(lastFact, "scores", [])];
  const claims = facts.filter(({ type }) => type === CLAIMED);
  const winningPlayers = claims
    .filter((claim) => winners.includes(field(claim, "seat", 0)))
    .map((claim) => field(claim, "player", ""));
  const sideWins =
    field(facts[0], "seats", 0) === sides.length
      ? sides.map((_, seat) => winners.includes(seat))
      : sides.map((side) => winningPlayers.some((player) => side.includes(player)));
  const behind = sideWins.includes(true) ? 1 + sideWins.filter(Boolean).length : 1;
  const places = sideWins.map((hasWon) => (hasWon ? 1 : behind));
  const isEqual = (left, right) => JSON.stringify(left) === JSON.stringify(right);
  return isEqual(result.places, places) && isEqual(result.scores ?? scores, scores);
}

/** Yields a note on other standings than those of the bundle. */
export function* checkStandings({ record: { match, facts }, standings, standings_note: note }, keys) {
  if (note === "") return;
  const digest = sha256(canonical(standings)).toString("base64");
  if (!noteText(note, keys).endsWith(`/standings\n${match}\n${facts.at(-1).hash}\n${digest}\n`))
    yield { seq: 0, what: "standings", sentence: "The standings are not those that were signed." };
}

/**
 * Returns the nonces that entrants revealed by the first pairing, in the order of registration, and the findings on reveals.
 *
 * Before a pairing `inKey` is undefined.
 */
function readNonces(facts) {
  const [hashes, revealed, findings] = [new Map(), new Map(), []];
  let areHashesFixed = false;
  let isPaired = false;
  for (const fact of facts) {
    const { seq, type } = fact;
    const player = field(fact, "player", "");
    if (type === REGISTERED && !areHashesFixed) hashes.set(player, field(fact, "nonce_hash", ""));
    areHashesFixed ||= type === CLOSED || type === PAIRED;
    isPaired ||= type === PAIRED;
    if (type !== NONCE_REVEALED) continue;
    const nonce = field(fact, "nonce", "");
    const finding = (sentence) => findings.push({ seq, what: "lot", sentence });
    if (isPaired || !areHashesFixed)
      finding(`Fact ${seq} reveals a nonce before registration has closed, or after the first pairing.`);
    else if (hex(sha256(nonce)) !== hashes.get(player))
      finding(`Fact ${seq} reveals another nonce than ${player} registered.`);
    else revealed.set(player, nonce);
  }
  const inKey = isPaired ? [...hashes.keys()].map((player) => revealed.get(player) ?? "") : undefined;
  return { inKey, findings };
}

/** Yields wrong reveals of nonces, and lots in the standings that differ from recomputed ones. */
export function* checkLots({ record: { facts }, standings }, seed) {
  const version = field(facts[0], "lots", 1);
  const { inKey, findings } = readNonces(facts);
  yield* findings;
  if (![1, 2].includes(version))
    yield { seq: 1, what: "lot", sentence: `There is no version ${version} of the lots.` };
  const column = field(facts[0], "tiebreakers", []).indexOf("lot");
  if (seed === undefined || column < 0) return;
  const registered = facts.filter(({ type }) => type === REGISTERED);
  const own = new Map(registered.map((fact) => [field(fact, "player"), field(fact, "nonce", "")]));
  for (const { stage, rows } of standings) {
    for (const { player, values } of rows) {
      const nonces = version === 1 ? [own.get(player) ?? ""] : inKey;
      const lot = nonces === undefined ? "0" : drawLot(seed, nonces, `tie:${stage}:${player}`);
      if (values[column] !== lot)
        yield { seq: 0, what: "lot", sentence: `The lot of ${player} is not the one that was drawn.` };
    }
  }
}

/** Returns a lot as a decimal text. */
function drawLot(seed, nonces, purpose) {
  const digest = hmac(keyOf(3, seed, nonces), purpose).subarray(0, 8);
  return BigInt(`0x${hex(digest)}`).toString();
}
