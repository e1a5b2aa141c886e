"""Checks the facts of a record with their chain, openings, header and seeds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from .crypto import canonical_json, decode_hex, hash_pieces, hmac_pieces
from .file import Record

Fact: TypeAlias = dict[str, Any]

TOURNAMENT_ENDED = "tournament.TournamentEnded"
"""Older tournaments reveal their seed here; newer ones leave it empty."""
OPENED, CLAIMED, REWOUND, ENDED = (
    f"table.{name}" for name in ("MatchOpened", "SeatClaimed", "Rewound", "MatchEnded")
)
HASHED_FIELDS = ("seq", "cause", "rule", "type", "data", "sealed")
SEAT = re.compile(r"seat-(0|[1-9][0-9]*)")


class Finding(NamedTuple):
    """An error with the number of its fact (0 for the whole record), its kind, and a sentence."""

    seq: int
    what: str
    sentence: str


def field(fact: Fact, name: str, default: Any = None) -> Any:
    """Returns a field of a fact, as far as it is open in this copy."""
    opening = fact["opened"].get(name)
    return fact["data"].get(name, default) if opening is None else opening["value"]


def is_hidden(fact: Fact, name: str) -> bool:
    """Returns whether a field is closed in this copy."""
    return name in fact["sealed"] and name not in fact["opened"]


def check_chain(record: Record) -> Iterator[Finding]:
    """Yields the facts with a wrong number or hash."""
    before = "0" * 64
    for number, fact in enumerate(record.facts, 1):
        seq = fact["seq"]
        link = {"match": record.match, "before": before} | {name: fact[name] for name in HASHED_FIELDS}
        if seq != number:
            yield Finding(number, "chain", f"Fact {seq} stands in place {number}.")
        elif hash_pieces(canonical_json(link)).hex() != fact["hash"]:
            yield Finding(seq, "chain", f"Fact {seq} does not hash to what is told with it.")
        before = fact["hash"]


def check_openings(record: Record, lines: Lines) -> Iterator[Finding]:
    """Yields opened fields that differ from their commitments or from the salts of known seeds."""
    for fact in record.facts:
        seq = fact["seq"]
        for name, opening in fact["opened"].items():
            salt, seed = decode_hex(opening["salt"]), lines.seed_at(seq)
            has_salt = seed is None or hmac_pieces(seed.encode(), f"salt:{seq}:{name}".encode()) == salt
            commitment = hash_pieces(salt, canonical_json(opening["value"])).hex()
            if not has_salt or commitment != fact["sealed"].get(name):
                sentence = f"What fact {seq} tells of “{name}” is not what was sealed."
                yield Finding(seq, "opening", sentence)


def check_header(record: Record) -> Iterator[Finding]:
    """Yields contradictions between the header and the facts of a record."""
    first, viewer = record.facts[0], record.viewer
    if first["type"] != OPENED:
        yield Finding(1, "header", "The record does not begin with the opening of a match.")
    if field(first, "game") != record.game:
        yield Finding(0, "header", f"The match is no game of “{record.game}”.")
    seat = SEAT.fullmatch(viewer)
    if viewer not in ("spectator", "judge") and not (seat and int(seat[1]) < field(first, "seats", 0)):
        yield Finding(0, "header", f"“{viewer}” is nobody at this table.")
    opens = any(fact["opened"] for fact in record.facts) if viewer == "spectator" else first["opened"]
    if viewer != "judge" and opens:
        yield Finding(0, "header", f"A copy for “{viewer}” opens less than this one.")
    end = max((fact["seq"] for fact in record.facts if fact["type"] == ENDED), default=0)
    for fact in record.facts if viewer == "judge" else ():
        for name in fact["sealed"]:
            if is_hidden(fact, name) and not (name == "seed" and fact["seq"] > end):
                sentence = f"The judge's copy of fact {fact['seq']} does not open “{name}”."
                yield Finding(fact["seq"], "header", sentence)
    if record.digest != field(first, "cards", ""):
        yield Finding(0, "cards", "The card set is not the one of the match.")
    if record.card_json and hash_pieces(record.card_json).hex() != record.digest:
        yield Finding(0, "cards", "The data of the card set are not those of its digest.")


class Lines:
    """The lines of a match with their first facts, and their seeds as far as they are open.

    A tournament is one line. *begins* are the types of first facts, and *reveals* those with seeds.
    """

    def __init__(
        self,
        facts: Sequence[Fact],
        begins: Sequence[str] = (OPENED, REWOUND),
        reveals: Sequence[str] = (ENDED,),
    ) -> None:
        self._first_facts = [fact for fact in facts if fact["type"] in begins]
        self._reveals = [
            (fact["seq"], [*field(fact, "earlier", ()), field(fact, "seed", "")])
            for fact in facts
            if fact["type"] in reveals and (fact["type"] != TOURNAMENT_ENDED or field(fact, "seed", ""))
        ]
        last = self._reveals[-1][1] if self._reveals else []
        self._seeds: list[str | None] = [
            field(fact, "seed") if "seed" in fact["opened"] else dict(enumerate(last)).get(index)
            for index, fact in enumerate(self._first_facts)
        ]

    def seed_at(self, seq: int) -> str | None:
        """Returns the seed of the line of a fact, or `None` for an unknown one."""
        indices = [index for index, fact in enumerate(self._first_facts) if fact["seq"] <= seq]
        return self._seeds[indices[-1]] if indices else None

    def check_seeds(self) -> Iterator[Finding]:
        """Yields the facts with seeds that differ from their commitments."""
        open_facts = [fact for fact in self._first_facts if "seed" in fact["opened"]]
        wrong_seqs = [fact["seq"] for fact in open_facts if not _is_committed(fact, field(fact, "seed"))]
        for seq, seeds in self._reveals:
            lines = [fact for fact in self._first_facts if fact["seq"] < seq]
            if len(seeds) != len(lines) or not all(map(_is_committed, lines, seeds)):
                wrong_seqs.append(seq)
        for seq in wrong_seqs:
            sentence = f"The seed that fact {seq} reveals is not the one that was committed to."
            yield Finding(seq, "seed", sentence)


def _is_committed(fact: Fact, seed: Any) -> bool:
    return bool(hash_pieces(str(seed).encode()).hex() == field(fact, "commitment"))
