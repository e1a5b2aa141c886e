"""A scribe who sees no hidden card records whole matches; every public fact is that of the match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.arena.facts import CardPlayed
from domain.decider import Position
from domain.model import CHANCE, Answered
from domain.recording.entries import Accepted, Entry, Impossible, Incomplete, Sighting
from domain.recording.recording import Recording
from domain.table import MatchEnded, MatchOpened
from tests.arena.matches import RULES, SETTINGS, whole_match

from .amending import amend
from .robot_scribe import Match, RobotScribe, bot_match, differences

MATCHES = [
    ("arena", 4, 2, {"chapter": 1}),
    ("arena", 1, 2, {"chapter": 2}),
    ("arena", 2, 2, {"chapter": 3}),
    ("arena", 7, 2, {"chapter": 4}),
    ("arena", 3, 4, {"chapter": 4}),
    ("villainous", 18, 2, {}),
    ("villainous", 1, 3, {}),
]


@pytest.mark.parametrize(("game", "seed", "seats", "options"), MATCHES)
def test_every_entry_is_accepted_and_every_public_fact_is_equal(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    scribe = RobotScribe(bot_match(game, seed, seats, options))
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    assert len(scribe.recording.facts) >= len(scribe.match.facts)
    assert differences(scribe) == []


@pytest.mark.parametrize("number", [14, 36])
def test_nothing_that_happened_is_illegal_where_both_decks_have_the_same_cards(number: int) -> None:
    setting = SETTINGS[number % len(SETTINGS)]
    assert setting.copies
    log = whole_match(number, setting)[0]
    opened, seats = log[0].event, setting.seats
    assert isinstance(opened, MatchOpened)
    start: Position[Any] = Position(RULES.initial_board(opened.options, seats), seats + 1)
    facts = [fact for fact in log[seats + 1 :] if not isinstance(fact.event, MatchEnded)]
    *accepted, last = RobotScribe(Match(RULES, start, facts)).record()
    assert accepted
    assert not isinstance(last, Impossible) or last.legality == "undetermined"


def test_stored_facts_stay_when_a_later_entry_shows_a_card() -> None:
    scribe = RobotScribe(bot_match("arena", 1, 2, {"chapter": 2}))
    stored = list(scribe.recording.facts)
    choices, changed = 0, 0
    for reply in scribe.record():
        assert isinstance(reply, Accepted)
        assert list(scribe.recording.facts[: len(stored)]) == stored
        stored = list(scribe.recording.facts)
        changed += sum(dealt.index < choices for dealt in reply.dealt)
        choices = max([choices, *(dealt.index + 1 for dealt in reply.dealt)])
    assert changed > 0


def test_the_amended_entry_with_the_same_words_leads_to_the_same_facts() -> None:
    recording = recorded("arena", 1, {"chapter": 2})
    again, _ = amend(recording, 20, recording.entries[19], recording.position_before(20).seq)
    assert len(again.entries) == len(recording.entries)
    assert [public(fact) for fact in again.facts] == [public(fact) for fact in recording.facts]


def test_the_first_later_entry_that_does_not_hold_is_named_with_its_reason() -> None:
    recording = recorded("arena", 4, {"chapter": 1})
    stored = list(recording.facts)
    entry = Entry(recording.entries[29].seat, ("attack:nobody",))
    amended, [refused] = amend(recording, 30, entry, 10_000)
    assert len(amended.entries) == 29
    assert isinstance(refused, Impossible)
    assert refused.refusal is not None
    assert list(recording.facts) == stored


def test_a_seat_that_is_not_asked_is_refused_in_every_deal() -> None:
    recording = enter(start("arena", 4, {"chapter": 1}), Entry(CHANCE))
    question = recording.question
    assert question is not None
    refused = recording.try_entry(Entry(1 - question.seat, question.options[:1]), recording.position.seq)
    assert isinstance(refused, Impossible)
    assert refused.legality == "illegal"
    assert str(refused.refusal and refused.refusal.sentence) == (
        f"Seat {question.seat} answers now, not seat {1 - question.seat}."
    )
    enter(recording, Entry(question.seat, question.options[:1]))


def test_a_card_that_became_visible_is_asked_for_by_its_place() -> None:
    """An entry without its sighting records nothing; with the sighting it holds."""
    recording = start("arena", 1, {"chapter": 2})
    lot = recording.try_entry(Entry(CHANCE), recording.position.seq)
    assert isinstance(lot, Incomplete)
    assert (lot.fact.event, lot.place.index) == (Answered(CHANCE, (), secret=True), 0)
    question = enter(recording, Entry(CHANCE, (), (Sighting("1"),))).question
    assert question is not None
    assert question.seat == 1


def test_a_sighting_of_a_card_that_lies_in_the_open_is_named_at_its_entry() -> None:
    recording = recorded("arena", 4, {"chapter": 1})
    played = next(fact.event.card for fact in recording.facts if isinstance(fact.event, CardPlayed))
    entry = recording.entries[39]
    twice = replace(entry, sightings=(*entry.sightings, Sighting(played)))
    amended, [refused] = amend(recording, 40, twice, 10_000)
    assert len(amended.entries) == 39
    assert isinstance(refused, Impossible)
    assert refused.expected == (bot_match("arena", 4, 2, {"chapter": 1}).rules.print_of(played),)


def test_cards_of_a_hand_that_are_seen_together_may_be_entered_in_any_order() -> None:
    """Tick Tock discards the whole hand; nobody at the table sees the order in which it was drawn."""
    scribe = RobotScribe(bot_match("villainous", 18, 2, {}))
    before = scribe.recording
    for _ in scribe.record():
        if len(scribe.log[-1].entry.sightings) > 3:
            break
        before = scribe.recording
    entry, seq, _ = scribe.log[-1]
    turned = replace(entry, sightings=entry.sightings[::-1])
    result = before.try_entry(turned, seq)
    assert isinstance(result, tuple)
    recording, accepted = result
    assert sorted(accepted.named_cards) == sorted(sighting.card for sighting in accepted.entry.sightings)
    assert before.follow(accepted.entry, seq, accepted.dealt).position == recording.position


def start(game: str, seed: int, options: dict[str, Any]) -> Recording[Any, Any]:
    return RobotScribe(bot_match(game, seed, 2, options)).recording


def recorded(game: str, seed: int, options: dict[str, Any]) -> Recording[Any, Any]:
    scribe = RobotScribe(bot_match(game, seed, 2, options))
    assert all(isinstance(reply, Accepted) for reply in scribe.record())
    return scribe.recording


def enter(recording: Recording[Any, Any], entry: Entry) -> Recording[Any, Any]:
    result = recording.try_entry(entry, recording.position.seq)
    assert isinstance(result, tuple)
    return result[0]


def public(fact: Any) -> object:
    return type(fact.event), fact.rule, fact.event
