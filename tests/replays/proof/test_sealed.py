"""Openings and commitments that were altered, taken out or made up are found, and told from each other."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from replays.proof.chain import Opening
from replays.proof.record import Record

from .forgery import copies, edited, found, sampled
from .signers import exported

# -- what is sealed ------------------------------------------------------------------------------------


def opened(told: Record, count: int = 6) -> list[tuple[int, str, Opening]]:
    """Returns some of the fields that are opened in a record, all along it."""
    every = [(n, f, o) for n, entry in enumerate(told.facts) for f, o in entry.opened.items()]
    return every[:: len(every) // count]


readers = pytest.mark.parametrize(
    ("game", "who"), [("arena", "judge"), ("arena", "seat-0"), ("villainous", "seat-1")]
)


@readers
@pytest.mark.parametrize("part", ["value", "salt"])
def test_an_opening_that_was_altered_does_not_fit(game: str, who: str, part: str) -> None:
    told = exported(game, who)
    for place, field, opening in opened(told):
        forged = Opening(["?"], opening.salt) if part == "value" else Opening(opening.value, "00" * 32)
        entry = told.facts[place]
        findings = found(told, edited(told.facts, place, opened=entry.opened | {field: forged}))
        assert (findings[0].seq, findings[0].what, findings[0].field) == (place + 1, "opening", field)
        assert str(findings[0]).startswith(f"What fact {place + 1} tells of {field} is not what was sealed")


@readers
def test_a_salt_that_is_no_salt_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    place, field, opening = opened(told)[0]
    forged = {field: replace(opening, salt="no hex")}
    first, *_ = found(told, edited(told.facts, place, opened=told.facts[place].opened | forged))
    assert (first.seq, first.what, first.field) == (place + 1, "opening", field)


@readers
def test_an_altered_commitment_is_told_from_an_altered_opening(game: str, who: str) -> None:
    told = exported(game, who)
    for place, field, _ in opened(told):
        forged = told.facts[place].sealed | {field: "ab" * 32}
        [finding] = found(told, edited(told.facts, place, sealed=forged))
        assert (finding.seq, finding.what, finding.field) == (place + 1, "altered", f"sealed.{field}")


@readers
def test_a_commitment_that_was_taken_out_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place, field, _ in opened(told):
        left = {name: hash for name, hash in told.facts[place].sealed.items() if name != field}
        first, *_ = found(told, edited(told.facts, place, sealed=left))
        assert (first.seq, first.what, first.field) == (place + 1, "altered", f"sealed.{field}")


@copies
def test_a_commitment_that_nobody_made_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        forged = told.facts[place].sealed | {"mood": "ab" * 32}
        first, *_ = found(told, edited(told.facts, place, sealed=forged))
        assert (first.seq, first.what, first.field) == (place + 1, "altered", "sealed.mood")


@copies
def test_an_opening_of_what_was_never_sealed_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        extra = told.facts[place].opened | {"mood": Opening("good", "00" * 32)}
        findings = found(told, edited(told.facts, place, opened=extra))
        assert ("opening", "mood") in {(finding.what, finding.field) for finding in findings}


def test_the_judge_misses_an_opening_that_was_taken_out() -> None:
    told = exported("arena", "judge")
    for place, field, _ in opened(told):
        left = {name: o for name, o in told.facts[place].opened.items() if name != field}
        [finding] = found(told, edited(told.facts, place, opened=left))
        assert (finding.seq, finding.what, finding.field) == (place + 1, "opening", field)
