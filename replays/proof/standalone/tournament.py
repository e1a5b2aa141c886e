"""The check of a bundle beyond its records: results, matches, lots and what it says of itself.

Who meets whom and who stands where takes the engines of Recount: that is for `recount verify`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .encoding import mac
from .facts import CLAIMED, ENDED, REWOUND, Fact, field
from .file import Bundle, Record
from .findings import Finding
from .shuffles import key_of

OPENED = "tournament.TournamentOpened"
REVEALING = ("tournament.SeedRevealed", "tournament.TournamentEnded")
"""What reveals the seed; the second does so in older tournaments alone."""
REGISTERED, BOUND = "tournament.PlayerRegistered", "tournament.MatchBound"
SEATING = tuple(
    f"tournament.{name}" for name in ("RoundPaired", "PairingChanged", "RoundPublished", "ChoicesDrawn")
)
CHOSEN = "tournament.TurnOrCharacterChosen"
RESULTS = ("tournament.ResultRecorded", "tournament.ResultCorrected")
LEFT = "Rounds were not paired again, and standings not made again: `recount verify` does that."


def header(record: Record) -> Iterator[Finding]:
    """Yields what the record of a tournament says of itself and is not so."""
    first = record.facts[0]
    if first["type"] != OPENED:
        yield Finding(1, "header", "The record does not begin with the opening of a tournament.")
    if field(first, "game") != record.game:
        yield Finding(0, "header", f"The tournament is none of “{record.game}”.")
    if record.viewer not in ("spectator", "organizer"):
        yield Finding(0, "header", f"“{record.viewer}” is nobody at a tournament.")
    if record.digest != field(first, "cards", ""):
        yield Finding(0, "cards", "The card set is not the one of the tournament.")


def matches(bundle: Bundle) -> Iterator[Finding]:
    """Yields matches that are missing or strange."""
    tournament, told = bundle.record.match, [match.match for match in bundle.matches]
    bound = {field(fact, "match"): fact["seq"] for fact in bundle.record.facts if fact["type"] == BOUND}
    for match, seq in bound.items():
        if match not in told:
            yield Finding(seq, "match", f"Match {match} was left out.")
    for place, match in enumerate(bundle.matches):
        strange = match.match not in bound or field(match.facts[0], "event", "") != tournament
        if strange or match.match in told[:place]:
            yield Finding(0, "match", f"Match {match.match} is none of this tournament.")


def results(bundle: Bundle) -> Iterator[Finding]:
    """Yields results that do not say what the match says that they name."""
    told = {match.match: match for match in bundle.matches}
    members: dict[str, list[str]] = {}
    seats: dict[tuple[int, int, int], list[str]] = {}
    for fact in bundle.record.facts:
        if fact["type"] == REGISTERED:
            members[field(fact, "player")] = field(fact, "members") or [field(fact, "player")]
        where = (field(fact, "stage", 0), field(fact, "round", 0))
        for table in field(fact, "tables", ()) if fact["type"] in SEATING else ():
            seats[*where, table["number"]] = table["seats"]
        at_table = (*where, field(fact, "table", 0))
        if fact["type"] == CHOSEN:
            first = seats[at_table][0] == field(fact, "player")
            if first != (field(fact, "chosen") == "turn"):
                seats[at_table] = seats[at_table][::-1]
        if fact["type"] not in RESULTS or field(fact, "how") != "match":
            continue
        match, at = told.get(field(fact, "match", "")), field(fact, "seq", 0)
        named = match.facts[at - 1] if match is not None and 0 < at <= len(match.facts) else None
        if match is None or named is None or named["hash"] != field(fact, "head", ""):
            yield Finding(fact["seq"], "result", f"Fact {fact['seq']} names a head that no match here has.")
            continue
        result = field(fact, "result") if fact["type"] == RESULTS[0] else field(fact, "now")
        sides = [members.get(who, [who]) for who in seats.get(at_table, ())]
        if not _agrees(match, named, result, sides):
            sentence = f"Fact {fact['seq']} tells another result than match {match.match} has."
            yield Finding(fact["seq"], "result", sentence)


def _agrees(match: Record, named: Fact, result: Mapping[str, Any] | None, sides: list[list[str]]) -> bool:
    """Tells whether *result* is what a fact of a match says, for *sides* that are told by their people."""
    if named["type"] == REWOUND or result is None:
        return named["type"] == REWOUND and result is None
    if named["type"] != ENDED:
        return False
    winners, scores = field(named, "winners", []), field(named, "scores", [])
    if field(match.facts[0], "seats", 0) == len(sides):
        won = [seat in winners for seat, _ in enumerate(sides)]
    else:
        claims = [fact for fact in match.facts if fact["type"] == CLAIMED]
        who_won = [field(claim, "player", "") for claim in claims if field(claim, "seat", 0) in winners]
        won = [any(who in side for who in who_won) for side in sides]
    behind = 1 + sum(won) if any(won) else 1
    places = [1 if one else behind for one in won]
    return bool(result["places"] == places and result.get("scores", scores) == scores)


def lots(bundle: Bundle, seed: str | None) -> Iterator[Finding]:
    """Yields lots in the standings that are not those that the seed and the nonces draw."""
    first, nonces = bundle.record.facts[0], dict[str, str]()
    for fact in bundle.record.facts:
        if fact["type"] == REGISTERED:
            nonces[field(fact, "player")] = field(fact, "nonce", "")
    breakers = field(first, "tiebreakers", [])
    if seed is None or "lot" not in breakers:
        return
    for ranking in bundle.standings:
        for row in ranking["rows"]:
            player, values = row["player"], dict(zip(breakers, row["values"], strict=False))
            key = key_of(3, seed, [nonces.get(player, "")])
            drawn = mac(key, f"tie:{ranking['stage']}:{player}".encode())[:8]
            if values.get("lot") != str(int.from_bytes(drawn)):
                yield Finding(0, "lot", f"The lot of {player} is not the one that was drawn.")
