"""Checks the header, matches, results and lots of a bundle.

Pairings and standings need the engines of Recount, so only `recount verify` checks them.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .crypto import Key, canonical_json, hash_pieces, hmac_pieces, verified_text
from .facts import CLAIMED, ENDED, REWOUND, Fact, Finding, field
from .file import Bundle, Record
from .shuffles import line_key

OPENED = "tournament.TournamentOpened"
REVEALING = ("tournament.SeedRevealed", "tournament.TournamentEnded")
"""Facts with the seed, the second one only in older tournaments."""
REGISTERED, BOUND = "tournament.PlayerRegistered", "tournament.MatchBound"
RECORD_BOUND = "tournament.RecordBound"
"""A table with printed cards has a record, which may be closed to the reader of a copy."""
CLOSED, PAIRED = "tournament.RegistrationClosed", "tournament.RoundPaired"
NONCE_REVEALED = "tournament.NonceRevealed"
SEATING = tuple(
    f"tournament.{name}" for name in ("RoundPaired", "PairingChanged", "RoundPublished", "ChoicesDrawn")
)
CHOICE = "tournament.TurnOrCharacterChosen"
RESULTS = ("tournament.ResultRecorded", "tournament.ResultCorrected")
LEFT = "Rounds were not paired again, and standings not made again: `recount verify` does that."


def check_header(record: Record) -> Iterator[Finding]:
    """Yields contradictions between the header and the facts of a tournament."""
    first = record.facts[0]
    if first["type"] != OPENED:
        yield Finding(1, "header", "The record does not begin with the opening of a tournament.")
    if field(first, "game") != record.game:
        yield Finding(0, "header", f"The tournament is none of “{record.game}”.")
    if record.viewer not in ("spectator", "organizer"):
        yield Finding(0, "header", f"“{record.viewer}” is nobody at a tournament.")
    if record.digest != field(first, "cards", ""):
        yield Finding(0, "cards", "The card set is not the one of the tournament.")


def check_matches(bundle: Bundle) -> Iterator[Finding]:
    """Yields missing and foreign matches."""
    tournament, ids = bundle.record.match, [match.match for match in bundle.matches]
    bound = {field(fact, "match"): fact["seq"] for fact in bundle.record.facts if fact["type"] == BOUND}
    for match, seq in bound.items():
        if match not in ids:
            yield Finding(seq, "match", f"Match {match} was left out.")
    recorded = {field(fact, "match") for fact in bundle.record.facts if fact["type"] == RECORD_BOUND}
    for index, match in enumerate(bundle.matches):
        foreign = match.match not in {*bound, *recorded} or field(match.facts[0], "event", "") != tournament
        if foreign or match.match in ids[:index]:
            yield Finding(0, "match", f"Match {match.match} is none of this tournament.")


def check_results(bundle: Bundle) -> Iterator[Finding]:
    """Yields results that contradict their match."""
    records = {match.match: match for match in bundle.matches}
    members: dict[str, list[str]] = {}
    seats: dict[tuple[int, int, int], list[str]] = {}
    for fact in bundle.record.facts:
        if fact["type"] == REGISTERED:
            members[field(fact, "player")] = field(fact, "members") or [field(fact, "player")]
        round_key = (field(fact, "stage", 0), field(fact, "round", 0))
        for table in field(fact, "tables", ()) if fact["type"] in SEATING else ():
            seats[*round_key, table["number"]] = table["seats"]
        at_table = (*round_key, field(fact, "table", 0))
        if fact["type"] == CHOICE:
            first = seats[at_table][0] == field(fact, "player")
            if first != (field(fact, "chosen") == "turn"):
                seats[at_table] = seats[at_table][::-1]
        if fact["type"] not in RESULTS or field(fact, "how") != "match":
            continue
        match, seq = records.get(field(fact, "match", "")), field(fact, "seq", 0)
        last_fact = match.facts[seq - 1] if match is not None and 0 < seq <= len(match.facts) else None
        if match is None or last_fact is None or last_fact["hash"] != field(fact, "head", ""):
            yield Finding(fact["seq"], "result", f"Fact {fact['seq']} names a head that no match here has.")
            continue
        result = field(fact, "result") if fact["type"] == RESULTS[0] else field(fact, "now")
        sides = [members.get(player, [player]) for player in seats.get(at_table, ())]
        if not _is_result_of(match, _last_outcome(match, seq), result, sides):
            sentence = f"Fact {fact['seq']} tells another result than match {match.match} has."
            yield Finding(fact["seq"], "result", sentence)


def _last_outcome(match: Record, seq: int) -> Fact:
    """Returns the last end of *match* until fact *seq*, or the rewind of it; signatures may follow."""
    outcomes = [fact for fact in match.facts[:seq] if fact["type"] in (ENDED, REWOUND)]
    return outcomes[-1] if outcomes else match.facts[seq - 1]


def _is_result_of(
    match: Record, last_fact: Fact, result: Mapping[str, Any] | None, sides: list[list[str]]
) -> bool:
    """Returns whether *result* agrees with a fact of a match, for *sides* of players."""
    if last_fact["type"] == REWOUND or result is None:
        return last_fact["type"] == REWOUND and result is None
    if last_fact["type"] != ENDED:
        return False
    winners, scores = field(last_fact, "winners", []), field(last_fact, "scores", [])
    if field(match.facts[0], "seats", 0) == len(sides):
        side_wins = [seat in winners for seat, _ in enumerate(sides)]
    else:
        claims = [fact for fact in match.facts if fact["type"] == CLAIMED]
        winning_players = [
            field(claim, "player", "") for claim in claims if field(claim, "seat", 0) in winners
        ]
        side_wins = [any(player in side for player in winning_players) for side in sides]
    behind = 1 + sum(side_wins) if any(side_wins) else 1
    places = [1 if has_won else behind for has_won in side_wins]
    return bool(result["places"] == places and result.get("scores", scores) == scores)


def check_standings(bundle: Bundle, keys: Sequence[Key]) -> Iterator[Finding]:
    """Yields a note on other standings than those of *bundle*."""
    if not bundle.standings_note:
        return
    digest = base64.b64encode(hash_pieces(canonical_json(bundle.standings))).decode()
    signed = f"/standings\n{bundle.record.match}\n{bundle.record.facts[-1]['hash']}\n{digest}\n"
    if not verified_text(bundle.standings_note, keys).endswith(signed):
        yield Finding(0, "standings", "The standings are not those that were signed.")


class LotNonces(NamedTuple):
    """The nonces in the key of lots of version 2, `None` before a pairing, and the findings on reveals."""

    in_key: list[str] | None
    findings: tuple[Finding, ...]


def read_nonces(facts: Sequence[Fact]) -> LotNonces:
    """Returns the nonces that entrants revealed by the first pairing, in the order of registration."""
    hashes, revealed = dict[str, str](), dict[str, str]()
    findings: list[Finding] = []
    are_hashes_fixed = is_paired = False
    for fact in facts:
        seq, player = fact["seq"], field(fact, "player", "")
        if fact["type"] == REGISTERED and not are_hashes_fixed:
            hashes[player] = field(fact, "nonce_hash", "")
        are_hashes_fixed |= fact["type"] in (CLOSED, PAIRED)
        is_paired |= fact["type"] == PAIRED
        if fact["type"] != NONCE_REVEALED:
            continue
        nonce = field(fact, "nonce", "")
        if is_paired or not are_hashes_fixed:
            sentence = (
                f"Fact {seq} reveals a nonce before registration has closed, or after the first pairing."
            )
            findings.append(Finding(seq, "lot", sentence))
        elif hash_pieces(nonce.encode()).hex() != hashes.get(player):
            findings.append(
                Finding(seq, "lot", f"Fact {seq} reveals another nonce than {player} registered.")
            )
        else:
            revealed[player] = nonce
    in_key = [revealed.get(player, "") for player in hashes] if is_paired else None
    return LotNonces(in_key, tuple(findings))


def check_lots(bundle: Bundle, seed: str | None) -> Iterator[Finding]:
    """Yields wrong reveals of nonces, and lots in the standings that differ from recomputed ones."""
    facts = bundle.record.facts
    version, breakers = field(facts[0], "lots", 1), field(facts[0], "tiebreakers", [])
    nonces = read_nonces(facts)
    yield from nonces.findings
    if version not in (1, 2):
        yield Finding(1, "lot", f"There is no version {version} of the lots.")
    if seed is None or "lot" not in breakers:
        return
    registered = [fact for fact in facts if fact["type"] == REGISTERED]
    own = {field(fact, "player"): field(fact, "nonce", "") for fact in registered}
    for ranking in bundle.standings:
        for row in ranking["rows"]:
            player, values = row["player"], dict(zip(breakers, row["values"], strict=False))
            in_key = [own.get(player, "")] if version == 1 else nonces.in_key
            lot = 0 if in_key is None else _draw_lot(seed, in_key, f"tie:{ranking['stage']}:{player}")
            if values.get("lot") != str(lot):
                yield Finding(0, "lot", f"The lot of {player} is not the one that was drawn.")


def _draw_lot(seed: str, nonces: Sequence[str], purpose: str) -> int:
    return int.from_bytes(hmac_pieces(line_key(3, seed, nonces), purpose.encode())[:8])
