"""The nonces of version 4 of the shuffle: both checkers follow them, and find what is told otherwise."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.model import CHANCE, Answered, Event, Fact
from domain.table import JudgeLooked, NonceMissed, NonceRevealed, ServiceAway
from replays.audits.verify import verify
from replays.playback import transcript
from replays.proof import record
from replays.proof.check import check_record
from service.eventstore.codec import VOCABULARY

from ..committed import NAME, reveals
from ..conftest import take
from .checker import checked
from .signers import SigningService, written
from .test_standalone import said


@cache
def played() -> tuple[Fact, ...]:
    return tuple(reveals().facts)


def exported(facts: tuple[Fact, ...], viewer: str = "judge") -> bytes:
    """Returns the record of a match, sealed by a service that has made all its proofs anew."""
    told = SigningService().sealed(written(take("arena"), facts, viewer, NAME))
    return record.dump_record(told)


def told_otherwise(kind: type[Event], change: Callable[[Any], Event], place: int = 0) -> tuple[Fact, ...]:
    """Returns the match with a change of the event of one *kind* that comes there."""
    facts = [*played()]
    seq = [fact.seq for fact in facts if isinstance(fact.event, kind)][place]
    facts[seq - 1] = replace(facts[seq - 1], event=change(facts[seq - 1].event))
    return tuple(facts)


def test_the_golden_is_played_and_decided_again() -> None:
    [path] = [path for path in transcript.library_files() if path.stem == NAME]
    golden = transcript.read_transcript(path.read_text("utf-8"), VOCABULARY).facts
    assert golden == played()
    verdict = verify(take("arena").rules, golden)
    assert (verdict.ok, verdict.difference) == (True, "")


def test_both_checkers_make_every_draw_of_both_lines_again(tmp_path: Path) -> None:
    file = exported(played())
    draws = sum(isinstance(fact.event, Answered) and fact.event.seat == CHANCE for fact in played())
    [theirs] = checked(tmp_path, [file])
    assert theirs == said(file)
    assert (theirs.found, theirs.checked, theirs.unchecked) == ((), draws, 0)
    assert check_record(record.read_record(file)) == []


def test_of_a_copy_for_all_they_check_the_nonces_and_no_draw(tmp_path: Path) -> None:
    early = told_otherwise(NonceMissed, lambda event: replace(event, at=event.at - 1))
    files = [exported(facts, "spectator") for facts in (played(), early)]
    whole, forged = checked(tmp_path, files)
    assert [whole, forged] == [*map(said, files)]
    assert (whole.found, whole.checked) == ((), 0)
    assert [found.what for found in forged.found] == ["shuffle"]


FORGERIES: dict[str, tuple[Callable[[], tuple[Fact, ...]], str]] = {
    "another nonce": (
        lambda: told_otherwise(NonceRevealed, lambda event: replace(event, nonce="of the service")),
        "The nonce of seat 1 at fact 6 is not the one that the seat committed to.",
    ),
    "the nonce of the line before": (
        lambda: told_otherwise(NonceRevealed, lambda _: played()[7].event, 2),
        "The nonce of seat 0 at fact 56 is not the one that the seat committed to.",
    ),
    "a seat that is not awaited": (
        lambda: told_otherwise(ServiceAway, lambda event: NonceRevealed(1, "", event.at)),
        "Fact 7 is about a nonce of seat 1 that nobody waits for.",
    ),
    "too early": (
        lambda: told_otherwise(NonceMissed, lambda event: replace(event, at=event.at - 1)),
        "Seat 1 still had time for the nonce that it misses at fact 57.",
    ),
    "a deal before the last nonce": (
        lambda: told_otherwise(NonceRevealed, lambda event: JudgeLooked("joe", event.at), 1),
        "Fact 9 answers before every seat has revealed its nonce.",
    ),
    "a nonce that was not revealed": (
        lambda: told_otherwise(NonceRevealed, lambda event: NonceMissed(0, event.at + 90_000_000), 1),
        "What chance drew at fact 18 does not follow from the seed and the nonces.",
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_both_checkers_find_what_a_service_tells_otherwise(forgery: str, tmp_path: Path) -> None:
    make, sentence = FORGERIES[forgery]
    file = exported(make())
    [theirs] = checked(tmp_path, [file])
    ours = said(file)
    assert theirs.found == ours.found
    assert ours.found[0].what == "shuffle"
    assert sentence in [found.sentence for found in ours.found]
    assert check_record(record.read_record(file))
    assert not verify(take("arena").rules, make()).ok
