"""Whatever is done to a record, it is found, and it is told what was done, to which fact and which field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games import VOCABULARY
from domain.table import MatchOpened
from domain.words import Fact
from replays import transcript
from replays.proof.chain import Opening, link
from replays.proof.check import check
from replays.proof.findings import Finding
from replays.proof.record import Entry, Record

from ..conftest import take
from .signers import House, exported, written

copies = pytest.mark.parametrize(
    ("game", "who"),
    [
        ("arena", "judge"),
        ("arena", "seat-1"),
        ("arena", "spectator"),
        ("villainous", "spectator"),
        ("villainous", "seat-0"),
    ],
)
"""Full and redacted records of matches of both games."""

Facts = tuple[Entry, ...]


def sampled(told: Record) -> Iterator[int]:
    """Yields places in the record, at the edges and all along it, with two facts to either side."""
    last = len(told.facts) - 1
    yield from sorted({2, 3, last - 3, last - 2, *range(5, last - 3, last // 8)})


def found(told: Record, facts: Sequence[Entry]) -> list[Finding]:
    """Returns what is found when these *facts* stand in the record."""
    return check(replace(told, facts=tuple(facts)))


def edited(facts: Facts, place: int, **fields: Any) -> Facts:
    """Returns *facts* with one of them saying something else."""
    return (*facts[:place], replace(facts[place], **fields), *facts[place + 1 :])


def renumbered(facts: Sequence[Entry]) -> Facts:
    return tuple(replace(entry, seq=seq) for seq, entry in enumerate(facts, start=1))


def fitted(told: Record, facts: Facts, first: int, last: int | None = None) -> Facts:
    """Returns *facts* with hashes made anew, from one place to another."""
    fit, end = list(facts), len(facts) - 1 if last is None else last
    for place in range(first, end + 1):
        before = fit[place - 1].hash if place else "0" * 64
        fit[place] = replace(fit[place], hash=link(told.match, before, fit[place].public))
    return tuple(fit)


# -- facts left out, put in, and moved -----------------------------------------------------------------


@copies
def test_a_dropped_fact_is_missing(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        facts = told.facts[:place] + told.facts[place + 1 :]
        [finding] = found(told, facts)
        assert (finding.seq, finding.what) == (place + 1, "missing")
        assert str(finding) == f"Fact {place + 1} is missing."


@copies
def test_facts_dropped_without_a_trace_are_missing_too(game: str, who: str) -> None:
    told = exported(game, who)
    for place in list(sampled(told))[:-1]:
        first, *_ = found(told, renumbered(told.facts[:place] + told.facts[place + 2 :]))
        assert (first.seq, first.what) == (place + 1, "missing")
        assert str(first) == f"Facts {place + 1} to {place + 2} are missing, and those after it renumbered."


@copies
def test_a_fact_put_in_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        strange = replace(told.facts[place], cause=0)
        [finding] = found(told, (*told.facts[:place], strange, *told.facts[place:]))
        assert (finding.seq, finding.what) == (place + 1, "inserted")
        assert str(finding) == f"A fact was inserted before the true fact {place + 1}."


@copies
def test_a_fact_put_in_with_the_others_renumbered_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        facts = renumbered((*told.facts[:place], told.facts[1], *told.facts[place:]))
        first, *_ = found(told, fitted(told, facts, place, place))
        assert (first.seq, first.what) == (place + 1, "inserted")
        assert str(first).endswith(f"before the true fact {place + 1}, and those after it renumbered.")


@copies
def test_a_fact_that_is_there_twice_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        [finding] = found(told, (*told.facts[: place + 1], *told.facts[place:]))
        assert (finding.seq, finding.what) == (place + 2, "inserted")


@copies
def test_swapped_facts_are_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        for far in (1, 2):
            facts = list(told.facts)
            facts[place], facts[place + far] = facts[place + far], facts[place]
            for swapped in (tuple(facts), renumbered(facts)):
                [finding] = found(told, swapped)
                assert (finding.seq, finding.what) == (place + 1, "order")
                assert str(finding) == f"Facts {place + 1} and {place + 1 + far} were swapped."


@copies
def test_a_fact_moved_forward_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in list(sampled(told))[:-2]:
        facts = [*told.facts[:place], *told.facts[place + 1 : place + 4], told.facts[place]]
        for moved in ([*facts, *told.facts[place + 4 :]], renumbered([*facts, *told.facts[place + 4 :]])):
            [finding] = found(told, moved)
            assert str(finding) == f"Fact {place + 1} stands 3 places too late."


@copies
def test_a_record_that_was_cut_off_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        findings = found(told, told.facts[:place])
        assert {(finding.seq, finding.what) for finding in findings} == {(place + 1, "cut")}
        log, receipt = map(str, findings)
        assert log == (
            f"The record was cut off: it ends with fact {place}, and the log holds fact {len(told.facts)}."
        )
        assert receipt.startswith(f"The record ends with fact {place}, and there is a receipt for fact")


@copies
def test_a_fact_added_at_the_end_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    end = len(told.facts)
    more = replace(told.facts[-2], seq=end + 1)
    for added in ((*told.facts, more), fitted(told, (*told.facts, more), end)):
        first, *_ = found(told, added)
        assert (first.seq, first.what) in ((end + 1, "inserted"), (end + 1, "log"))


# -- numbers -------------------------------------------------------------------------------------------


@copies
def test_a_renumbered_fact_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        for number in (place, place + 2, place + 300, 0, -1):
            [finding] = found(told, edited(told.facts, place, seq=number))
            assert (finding.seq, finding.what, finding.field) == (place + 1, "number", "seq")
            assert str(finding) == f"Fact {place + 1} was renumbered: it says {number}."


@copies
def test_renumbering_all_that_follows_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        after = (replace(entry, seq=entry.seq + 7) for entry in told.facts[place:])
        first, *_ = found(told, (*told.facts[:place], *after))
        assert (first.seq, first.what) == (place + 1, "number")
        assert str(first) == f"Fact {place + 1} and those after it were renumbered: it says {place + 8}."


# -- hashes --------------------------------------------------------------------------------------------


@copies
def test_an_altered_hash_is_told_from_an_altered_fact(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        [finding] = found(told, edited(told.facts, place, hash="ab" * 32))
        assert (finding.seq, finding.what, finding.field) == (place + 1, "hash", "hash")
        assert str(finding).endswith(f"the fact hashes to {told.facts[place].hash}.")


# -- what a fact says ----------------------------------------------------------------------------------


@copies
def test_an_altered_cause_or_rule_is_found_with_what_it_was(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        cause, rule = told.facts[place].cause, told.facts[place].rule
        [finding] = found(told, edited(told.facts, place, cause=cause + 1))
        assert (finding.seq, finding.what, finding.field) == (place + 1, "altered", "cause")
        assert str(finding).endswith(f"cause is {cause + 1}, and was {cause} when it was sealed.")
        [finding] = found(told, edited(told.facts, place, rule="SA-999"))
        assert (finding.seq, finding.what, finding.field) == (place + 1, "altered", "rule")
        assert str(finding).endswith(f'rule is "SA-999", and was "{rule}" when it was sealed.')


@copies
def test_an_altered_fact_whose_hash_was_made_to_fit_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        cause = told.facts[place].cause
        facts = edited(told.facts, place, cause=cause + 1)
        [finding] = found(told, fitted(told, facts, place, place))
        assert (finding.seq, finding.what, finding.field) == (place + 1, "altered", "cause")
        assert str(finding).startswith(f"Fact {place + 1} was altered, and its hash made to fit: cause is")


@copies
def test_a_last_fact_whose_hash_was_made_to_fit_is_found(game: str, who: str) -> None:
    told = exported(game, who)
    end = len(told.facts)
    facts = edited(told.facts, end - 1, cause=1)
    first, *_ = found(told, fitted(told, facts, end - 1))
    assert (first.seq, first.what, first.field) == (end, "altered", "cause")


@copies
def test_what_cannot_be_guessed_is_still_pinned_to_its_fact(game: str, who: str) -> None:
    told = exported(game, who)
    for place in sampled(told):
        strange = {"card": "no such card", "seat": 77, "hello": 1}
        facts = edited(told.facts, place, data=strange, rule="?")
        first, *_ = found(told, facts)
        assert (first.seq, first.what, first.field) == (place + 1, "altered", "")
        assert str(first).startswith(f"Fact {place + 1} was altered, or fact {place} was, and its hash")


@cache
def occurrence(kind: str) -> tuple[str, tuple[Fact, ...], int]:
    """Returns the golden in which a kind of fact comes earliest, shortly after it, and where it stands."""
    places = []
    for path in transcript.library():
        facts = golden(path)
        places += [(place, path) for place, f in enumerate(facts) if VOCABULARY[kind] is type(f.event)][:1]
    place, path = min(places)
    facts = golden(path)
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    return opened.game, facts[: place + 3], place


@cache
def golden(path: Path) -> tuple[Fact, ...]:
    return transcript.read(path.read_text(encoding="utf-8"), VOCABULARY).facts


@pytest.mark.parametrize("kind", VOCABULARY)
def test_every_kind_of_fact_is_missed_and_its_alteration_found(kind: str) -> None:
    game, facts, place = occurrence(kind)
    for who in ("judge", "spectator"):
        told = House().sealed(written(take(game), facts, who))
        entry = told.facts[place]
        assert entry.type == kind
        for field, now in [
            *other_data(entry),
            ("type", "core.Resolved" if kind != "core.Resolved" else "core.Asked"),
        ]:
            forged = (
                replace(entry, type=now)
                if field == "type"
                else replace(entry, data=entry.data | {field: now})
            )
            first, *_ = found(told, (*told.facts[:place], forged, *told.facts[place + 1 :]))
            assert first.seq == place + 1
            assert first.what == "altered"
            assert first.field in (field, "")
        first, *_ = found(told, (*told.facts[:place], *told.facts[place + 1 :]))
        assert (first.seq, first.what) == (place + 1, "missing" if place + 1 < len(told.facts) else "cut")


def other_data(entry: Entry) -> Iterator[tuple[str, Any]]:
    """Yields each field of a fact with another value of its kind."""
    for field, value in entry.data.items():
        match value:
            case bool():
                yield field, not value
            case int():
                yield field, value + 1
            case str():
                yield field, value + "?"
            case list():
                yield field, value[1:] if value else ["?"]
            case dict():
                yield field, value | {"?": 1}
            case None:
                yield field, 1


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


# -- many things at once -------------------------------------------------------------------------------


@copies
def test_two_things_that_were_done_are_both_told(game: str, who: str) -> None:
    told = exported(game, who)
    places = list(sampled(told))
    low, high = places[2], places[6]
    facts = edited(told.facts, high, cause=told.facts[high].cause + 1)
    findings = found(told, facts[:low] + facts[low + 1 :])
    assert [(f.seq, f.what) for f in findings] == [(low + 1, "missing"), (high + 1, "altered")]


def test_a_record_that_was_spoilt_all_over_is_told_so_soon() -> None:
    told = exported("arena", "spectator")
    findings = found(
        told, [replace(entry, rule=f"?{entry.seq}") if entry.seq > 9 else entry for entry in told.facts]
    )
    assert str(findings[20]) == "There is more that does not fit."
