"""Whatever a fact is made to say, it is told which fact it is, which field, and what it said before."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games import VOCABULARY
from domain.model import Fact
from domain.table import MatchOpened
from replays.playback import transcript
from replays.proof.record import Entry, Record

from ..conftest import take
from .forgery import copies, edited, fitted, found, sampled
from .signers import SigningService, exported, written

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
        [finding] = found(told, edited(told.facts, place, rule=f"SA-{999}"))
        assert (finding.seq, finding.what, finding.field) == (place + 1, "altered", "rule")
        assert str(finding).endswith(f'rule is "SA-{999}", and was "{rule}" when it was sealed.')


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
        assert str(first).startswith(f"Fact {place + 1} was altered")


@copies
def test_a_replaced_fact_is_blamed_and_not_the_one_beside_it(game: str, who: str) -> None:
    """As hashes have it, it may be the one before it or after it: what follows of itself tells which."""
    told = exported(game, who)
    other = told.facts[-2]
    assert other.type == "core.Resolved"
    place = next(
        n for n, fact in enumerate(told.facts) if n > 20 and follows(told, n - 1) and follows(told, n)
    )
    replaced = edited(told.facts, place, type=other.type, data=other.data, sealed={}, opened={}, cause=1)
    for facts, how in (
        (replaced, "was altered: it is not what was sealed."),
        (fitted(told, replaced, place, place), "was altered, and its hash made to fit: it is not what"),
    ):
        [finding] = found(told, facts)
        assert (finding.seq, finding.what) == (place + 1, "altered")
        assert str(finding).startswith(f"Fact {place + 1} {how}")


def follows(told: Record, place: int) -> bool:
    """Tells whether what stands there is a fact of the game, which was nobody's to choose."""
    return told.facts[place].type.partition(".")[0] not in ("core", "table")


@copies
def test_facts_that_say_what_the_other_said_were_swapped(game: str, who: str) -> None:
    told = exported(game, who)
    one, other = 20, 31
    facts = list(told.facts)
    facts[one] = replace(told.facts[other], seq=one + 1, hash=told.facts[one].hash)
    facts[other] = replace(told.facts[one], seq=other + 1, hash=told.facts[other].hash)
    [finding] = found(told, facts)
    assert (finding.seq, finding.what) == (one + 1, "order")
    assert str(finding) == f"Facts {one + 1} and {other + 1} were swapped."


@cache
def occurrence(kind: str) -> tuple[str, tuple[Fact, ...], int]:
    """Returns the golden in which a kind of fact comes earliest, shortly after it, and where it stands."""
    places = []
    for path in transcript.library_files():
        facts = golden(path)
        places += [(place, path) for place, f in enumerate(facts) if VOCABULARY[kind] is type(f.event)][:1]
    place, path = min(places)
    facts = golden(path)
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    return opened.game, facts[: place + 3], place


@cache
def golden(path: Path) -> tuple[Fact, ...]:
    return transcript.read_transcript(path.read_text(encoding="utf-8"), VOCABULARY).facts


@pytest.mark.parametrize("kind", VOCABULARY)
def test_every_kind_of_fact_is_missed_and_its_alteration_found(kind: str) -> None:
    game, facts, place = occurrence(kind)
    for who in ("judge", "spectator"):
        told = SigningService().sealed(written(take(game), facts, who))
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
