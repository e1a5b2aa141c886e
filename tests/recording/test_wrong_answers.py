"""A scribe mistypes answers: the first entry that does not hold is named, and amending restores the rest."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain import decider
from domain.model import CHANCE
from domain.recording.entries import Accepted, Entry
from domain.recording.recording import Recording

from .amending import amend
from .robot_scribe import RobotScribe, bot_match, public_facts


@pytest.mark.parametrize("wrong", [1, 2, 5])
def test_wrong_answers_are_named_and_amended(wrong: int) -> None:
    scribe = RobotScribe(bot_match("arena", 1, 2, {"chapter": 2}), between=1)
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    entries = list(scribe.recording.entries)
    altered = dict(list(alter_entries(scribe, Random(wrong)))[:wrong])
    mistyped = [altered.get(number, entry) for number, entry in enumerate(entries, 1)]
    recording = enter_all(scribe, mistyped)
    assert min(altered) <= len(recording.entries) + 1 <= len(entries)
    for number in sorted(altered):
        if number <= len(recording.entries):
            recording, _ = amend(recording, number, entries[number - 1], recording.position.seq + 2)
    for entry in entries[len(recording.entries) :]:
        result = recording.try_entry(entry, recording.position.seq + 1)
        assert isinstance(result, tuple)
        recording = result[0]
    rules = scribe.match.rules
    assert list(public_facts(rules, recording.facts)) == list(public_facts(rules, scribe.match.facts))


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


def enter_all(scribe: RobotScribe, entries: list[Entry]) -> Recording[Any, Any]:
    """The recording of *entries* until the first that does not hold."""
    recording: Recording[Any, Any] = Recording.start(scribe.match.rules, scribe.match.start)
    for entry in entries:
        result = recording.try_entry(entry, recording.position.seq + 1)
        if not isinstance(result, tuple):
            break
        recording = result[0]
    return recording
