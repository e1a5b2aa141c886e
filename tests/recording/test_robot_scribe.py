"""A scribe who sees no hidden card records whole matches; every public fact is that of the match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.arena.facts import CardPlayed
from domain.model import CHANCE, Answered
from domain.recording.entries import Accepted, Entry, Impossible, Incomplete, Sighting

from .robot_scribe import RobotScribe, bot_match, differences

MATCHES = [
    ("arena", 4, 2, {"chapter": 1}),
    ("arena", 1, 2, {"chapter": 2}),
    ("arena", 2, 2, {"chapter": 3}),
    ("arena", 7, 2, {"chapter": 4}),
    ("arena", 3, 4, {"chapter": 4}),
    ("villainous", 3, 2, {}),
    ("villainous", 1, 3, {}),
]


@pytest.mark.parametrize(("game", "seed", "seats", "options"), MATCHES)
def test_every_entry_is_accepted_and_every_public_fact_is_equal(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    scribe = RobotScribe(bot_match(game, seed, seats, options))
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    assert len(scribe.recorder.facts) == len(scribe.match.facts)
    assert differences(scribe) == []


def test_stored_facts_stay_when_a_later_entry_shows_a_card() -> None:
    scribe = RobotScribe(bot_match("arena", 1, 2, {"chapter": 2}))
    stored = list(scribe.recorder.facts)
    for _ in scribe.record():
        assert scribe.recorder.facts[: len(stored)] == stored
        stored = list(scribe.recorder.facts)
    assert scribe.recorder.exchanges > 0


def test_the_amended_entry_with_the_same_words_leads_to_the_same_facts() -> None:
    scribe = RobotScribe(bot_match("arena", 1, 2, {"chapter": 2}))
    entries = [reply for reply in scribe.record() if isinstance(reply, Accepted)]
    recorder = scribe.recorder
    again, amended = recorder.amend(20, recorder.entries[19])
    assert amended.valid == len(recorder.entries) == len(entries)
    assert again.facts == recorder.facts


def test_the_first_later_entry_that_does_not_hold_is_named_with_its_reason() -> None:
    scribe = RobotScribe(bot_match("arena", 4, 2, {"chapter": 1}))
    assert all(isinstance(reply, Accepted) for reply in scribe.record())
    recorder, stored = scribe.recorder, list(scribe.recorder.facts)
    _, amended = recorder.amend(30, Entry(recorder.entries[29].seat, ("attack:nobody",)))
    assert amended.valid == 29
    [refused] = amended.replies
    assert isinstance(refused, Impossible)
    assert refused.refusal is not None
    assert recorder.facts == stored


def test_a_seat_that_is_not_asked_is_refused_in_every_deal() -> None:
    match = bot_match("arena", 4, 2, {"chapter": 1})
    recorder = RobotScribe(match).recorder
    assert isinstance(recorder.enter(Entry(CHANCE)), Accepted)
    question = recorder.question
    assert question is not None
    refused = recorder.enter(Entry(1 - question.seat, question.options[:1]))
    assert isinstance(refused, Impossible)
    assert refused.legality == "illegal"
    assert str(refused.refusal and refused.refusal.sentence) == (
        f"Seat {question.seat} is asked, not seat {1 - question.seat}."
    )
    assert isinstance(recorder.enter(Entry(question.seat, question.options[:1])), Accepted)


def test_a_card_that_became_visible_is_asked_for_by_its_place() -> None:
    """An entry without its sighting records nothing; with the sighting it holds."""
    recorder = RobotScribe(bot_match("arena", 1, 2, {"chapter": 2})).recorder
    lot = recorder.enter(Entry(CHANCE))
    assert isinstance(lot, Incomplete)
    assert (lot.fact.event, lot.place.index) == (Answered(CHANCE, (), secret=True), 0)
    assert recorder.facts == []
    assert isinstance(recorder.enter(Entry(CHANCE, (), (Sighting("1"),))), Accepted)
    question = recorder.question
    assert question is not None
    assert question.seat == 1


def test_a_sighting_of_a_card_that_lies_in_the_open_is_named_at_its_entry() -> None:
    scribe = RobotScribe(bot_match("arena", 4, 2, {"chapter": 1}))
    assert all(isinstance(reply, Accepted) for reply in scribe.record())
    recorder, stored = scribe.recorder, list(scribe.recorder.facts)
    played = next(fact.event.card for fact in stored if isinstance(fact.event, CardPlayed))
    entry = recorder.entries[39]
    _, amended = recorder.amend(40, replace(entry, sightings=(*entry.sightings, Sighting(played))))
    assert amended.valid == 39
    [refused] = amended.replies
    assert isinstance(refused, Impossible)
    assert refused.expected == (scribe.match.rules.print_of(played),)
