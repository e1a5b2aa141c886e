"""Checks the facts of a record: chain, openings, header and seeds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from .encoding import canonical, mac, sha256, unhex
from .file import Record
from .findings import Finding

Fact: TypeAlias = dict[str, Any]

TOURNAMENT_ENDED = "tournament.TournamentEnded"
"""Older tournaments reveal their seed here; newer ones leave it empty."""
OPENED, CLAIMED, REWOUND, ENDED = (
    f"table.{name}" for name in ("MatchOpened", "SeatClaimed", "Rewound", "MatchEnded")
)
HASHED = ("seq", "cause", "rule", "type", "data", "sealed")
SEAT = re.compile(r"seat-(0|[1-9][0-9]*)")


def field(fact: Fact, name: str, usual: Any = None) -> Any:
    """Returns a field of a fact, as far as it is open in this copy."""
    opened = fact["opened"].get(name)
    return fact["data"].get(name, usual) if opened is None else opened["value"]


def hidden(fact: Fact, name: str) -> bool:
    """Returns whether a field is closed in this copy."""
    return name in fact["sealed"] and name not in fact["opened"]


def chain(record: Record) -> Iterator[Finding]:
    """Yields the facts with a wrong number or hash."""
    before = "0" * 64
    for number, fact in enumerate(record.facts, 1):
        seq = fact["seq"]
        linked = {"match": record.match, "before": before} | {name: fact[name] for name in HASHED}
        if seq != number:
            yield Finding(number, "chain", f"Fact {seq} stands in place {number}.")
        elif sha256(canonical(linked)).hex() != fact["hash"]:
            yield Finding(seq, "chain", f"Fact {seq} does not hash to what is told with it.")
        before = fact["hash"]


def openings(record: Record, lines: Lines) -> Iterator[Finding]:
    """Yields opened fields that differ from their commitments or from the salts of known seeds."""
    for fact in record.facts:
        seq = fact["seq"]
        for name, opened in fact["opened"].items():
            salt, seed = unhex(opened["salt"]), lines.seed_at(seq)
            salted = seed is None or mac(seed.encode(), f"salt:{seq}:{name}".encode()) == salt
            committed = sha256(salt, canonical(opened["value"])).hex()
            if not salted or committed != fact["sealed"].get(name):
                sentence = f"What fact {seq} tells of “{name}” is not what was sealed."
                yield Finding(seq, "opening", sentence)


def header(record: Record) -> Iterator[Finding]:
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
            if hidden(fact, name) and not (name == "seed" and fact["seq"] > end):
                sentence = f"The judge's copy of fact {fact['seq']} does not open “{name}”."
                yield Finding(fact["seq"], "header", sentence)
    if record.digest != field(first, "cards", ""):
        yield Finding(0, "cards", "The card set is not the one of the match.")
    if record.text_of_cards and sha256(record.text_of_cards).hex() != record.digest:
        yield Finding(0, "cards", "The data of the card set are not those of its digest.")


class Lines:
    """The lines of a match with their first facts, and their seeds as far as they are open.

    A tournament is one line with one fact that *begins* it and one that *reveals* its seed.
    """

    def __init__(
        self, facts: list[Fact], begins: Sequence[str] = (OPENED, REWOUND), reveals: Sequence[str] = (ENDED,)
    ) -> None:
        self.begun = [fact for fact in facts if fact["type"] in begins]
        self.revealed = [
            (fact["seq"], [*field(fact, "earlier", ()), field(fact, "seed", "")])
            for fact in facts
            if fact["type"] in reveals and (fact["type"] != TOURNAMENT_ENDED or field(fact, "seed", ""))
        ]
        last = self.revealed[-1][1] if self.revealed else []
        self.seeds: list[str | None] = [
            field(fact, "seed") if "seed" in fact["opened"] else dict(enumerate(last)).get(index)
            for index, fact in enumerate(self.begun)
        ]

    def seed_at(self, seq: int) -> str | None:
        """Returns the seed of the line of a fact, if it is known."""
        indices = [index for index, fact in enumerate(self.begun) if fact["seq"] <= seq]
        return self.seeds[indices[-1]] if indices else None

    def unlike(self) -> Iterator[Finding]:
        """Yields seeds that differ from their commitments."""
        open_facts = [fact for fact in self.begun if "seed" in fact["opened"]]
        wrong_seqs = [fact["seq"] for fact in open_facts if not _fits(fact, field(fact, "seed"))]
        for seq, seeds in self.revealed:
            lines = [fact for fact in self.begun if fact["seq"] < seq]
            if len(seeds) != len(lines) or not all(map(_fits, lines, seeds)):
                wrong_seqs.append(seq)
        for seq in wrong_seqs:
            sentence = f"The seed that fact {seq} reveals is not the one that was committed to."
            yield Finding(seq, "seed", sentence)


def _fits(fact: Fact, seed: Any) -> bool:
    return bool(sha256(str(seed).encode()).hex() == field(fact, "commitment"))
