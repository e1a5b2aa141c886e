"""A scribe mistypes answers: the first entry that no deal allows is named, and amending restores the rest."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain import decider
from domain.model import CHANCE
from domain.recording.entries import Accepted, Entry, Impossible, Incomplete

from .amending import amend
from .certificates import assert_possible, enter_all
from .robot_scribe import RobotScribe, bot_match, public_facts

MATCHES = [("arena", 1, 2, 2), ("arena", 12, 2, 1), ("arena", 3, 4, 4), ("villainous", 1, 3, 0)]
"""The game, the seed, the seats and the chapter."""
COUNTS = [1, 2, 5]
"""The wrong answers of a match."""


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("count", COUNTS)
def test_all_entries_before_the_named_one_are_possible(match: tuple[Any, ...], count: int) -> None:
    """The first entry that no deal allows is refused, with the reason; a possible sheet has no such entry."""
    scribe = recorded(*match)
    mistyped, wrong = mistype(scribe, count)
    entered = enter_all(scribe.match, mistyped)
    held = len(entered.recording.entries)
    assert held >= min(wrong) - 1
    assert_possible(scribe.match, mistyped[:held], entered)
    match entered.refusal:
        case None:
            assert held == len(mistyped)
        case Impossible(refusal=refusal, expected=expected):
            assert refusal is not None or expected
        case Incomplete(candidates=candidates):
            assert candidates


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("count", COUNTS)
def test_amended_entries_lead_to_the_facts_of_the_match(match: tuple[Any, ...], count: int) -> None:
    scribe = recorded(*match)
    mistyped, wrong = mistype(scribe, count)
    recording, originals = enter_all(scribe.match, mistyped).recording, scribe.recording.entries
    for number in wrong:
        if number <= len(recording.entries):
            recording, _ = amend(recording, number, originals[number - 1], recording.position.seq + 2)
    for entry in originals[len(recording.entries) :]:
        result = recording.try_entry(entry, recording.position.seq + 1)
        assert isinstance(result, tuple)
        recording = result[0]
    rules = scribe.match.rules
    assert list(public_facts(rules, recording.facts)) == list(public_facts(rules, scribe.match.facts))


@cache
def recorded(game: str, seed: int, seats: int, chapter: int) -> RobotScribe:
    """A match without mistakes."""
    scribe = RobotScribe(bot_match(game, seed, seats, {"chapter": chapter} if chapter else {}))
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    return scribe


def mistype(scribe: RobotScribe, count: int) -> tuple[list[Entry], list[int]]:
    """The entries of a match with some wrong ones, and the numbers of those in their order."""
    entries = list(scribe.recording.entries)
    altered = dict(alter_entries(scribe, Random(count))[:count])
    return [altered.get(number, entry) for number, entry in enumerate(entries, 1)], sorted(altered)


def alter_entries(scribe: RobotScribe, random: Random) -> list[tuple[int, Entry]]:
    """Other answers that the rules allow, by the number of the entry, in random order."""
    altered = []
    for number, entry in enumerate(scribe.recording.entries, 1):
        position = scribe.recording.position_before(number)
        question = decider.open_question(scribe.match.rules, position)
        if question is None or question.seat != entry.seat or entry.seat == CHANCE or question.least != 1:
            continue
        others = [option for option in question.options if (option,) != entry.picks]
        if others:
            altered.append((number, replace(entry, picks=(random.choice(others),))))
    random.shuffle(altered)
    return altered
