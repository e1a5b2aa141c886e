"""A recording is a value: it follows stored entries without a search, goes back, and on from a board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import Any

import pytest
from msgspec.structs import replace

from domain import decider
from domain.decider import Position
from domain.errors import Drift
from domain.model import SPECTATOR
from domain.recording.entries import Accepted
from domain.recording.recording import Recording

from .amending import amend
from .robot_scribe import RobotScribe, bot_match

NAMES = ["arena", "villainous"]


@cache
def recorded(game: str) -> RobotScribe:
    """A whole match, each entry stored as a fact of its own before the facts that follow from it."""
    scribe = RobotScribe(bot_match(game, 3, 2, {"chapter": 4} if game == "arena" else {}), between=1)
    assert all(isinstance(reply, Accepted) for reply in scribe.record())
    return scribe


def start(scribe: RobotScribe) -> Recording[Any, Any]:
    return Recording.start(scribe.match.rules, scribe.match.start)


def followed(scribe: RobotScribe, count: int | None = None) -> Recording[Any, Any]:
    steps: Iterator[Recording[Any, Any]] = accumulate(
        scribe.log[:count], lambda recording, logged: recording.follow(*logged), initial=start(scribe)
    )
    return list(steps)[-1]


@pytest.mark.parametrize("game", NAMES)
def test_entries_that_are_followed_lead_to_the_same_facts_and_position(game: str) -> None:
    scribe = recorded(game)
    recording = followed(scribe)
    assert recording.entries == scribe.recording.entries
    assert list(recording.facts) == list(scribe.recording.facts)
    assert recording.position == scribe.recording.position
    assert recording.question == scribe.recording.question


@pytest.mark.parametrize("game", NAMES)
def test_each_entry_followed_by_itself_leads_to_the_position_of_its_deal(game: str) -> None:
    """Exchanges rename cards out of sight; deciding everything in the same deal gives the same."""
    scribe = recorded(game)
    recording, exchanges = start(scribe), 0
    for count, (entry, seq, dealt) in enumerate(scribe.log):
        choices = max([0, *(choice.index + 1 for logged in scribe.log[:count] for choice in logged.dealt)])
        recording = recording.follow(entry, seq, dealt)
        assert recording.position.seq > seq
        if any(choice.index < choices for choice in dealt):
            exchanges += 1
            assert recording.position == followed(scribe, count + 1).position
    assert exchanges > 5
    assert list(recording.facts) == list(scribe.recording.facts)
    assert recording.position == scribe.recording.position


@pytest.mark.parametrize("game", NAMES)
def test_full_facts_fold_into_the_position_before_each_entry(game: str) -> None:
    scribe = recorded(game)
    recording, rules = scribe.recording, scribe.match.rules
    position = scribe.match.start
    for number, (_, seq, _) in enumerate(scribe.log, 1):
        assert recording.full_fact(seq) is None
        assert recording.position_before(number) == position
        position = replace(position, seq=seq)
        while (fact := recording.full_fact(position.seq + 1)) is not None:
            position = decider.evolve(rules, position, fact)
    assert position == recording.position
    public = [
        decider.redact_fact(rules, full, SPECTATOR)
        for full in map(recording.full_fact, numbers(recording))
        if full
    ]
    assert public == list(recording.facts)


def numbers(recording: Recording[Any, Any]) -> list[int]:
    return [fact.seq for fact in recording.facts]


@pytest.mark.parametrize("game", NAMES)
def test_a_recording_goes_back_to_before_an_entry(game: str) -> None:
    scribe = recorded(game)
    rewound = scribe.recording.rewind(scribe.log[40].seq)
    assert rewound.entries == scribe.recording.entries[:40]
    assert list(rewound.facts) == [fact for fact in scribe.recording.facts if fact.seq <= scribe.log[40].seq]
    assert rewound.position == scribe.recording.position_before(41)
    assert followed(scribe).rewind(scribe.log[40].seq).position == rewound.position


@pytest.mark.parametrize("game", NAMES)
def test_amended_entries_fold_on_a_new_line(game: str) -> None:
    """The replies of an amendment hold all that a log stores of them."""
    scribe = recorded(game)
    recording = scribe.recording
    seq = recording.position.seq + 2
    amended, replies = amend(recording, 20, recording.entries[19], seq)
    line = followed(scribe).rewind(scribe.log[19].seq)
    for entry, reply in zip(amended.entries[19:], replies, strict=True):
        assert isinstance(reply, Accepted)
        line = line.follow(entry, seq, reply.dealt)
        seq = reply.facts[-1].seq + 1
    assert list(line.facts) == list(amended.facts)
    assert line.position == amended.position


def test_a_value_that_contradicts_its_deal_is_a_drift() -> None:
    scribe = recorded("arena")
    entry, seq, dealt = scribe.log[0]
    wrong = (replace(dealt[0], picks=("nobody",)), *dealt[1:])
    with pytest.raises(Drift, match=f"fact {seq + 2} was"):
        _ = start(scribe).follow(entry, seq, wrong).position
    with pytest.raises(Drift):
        _ = start(scribe).follow(entry, seq, ()).facts


def test_a_recording_goes_on_from_a_corrected_board() -> None:
    """Later entries follow from the given board; the facts before it stay as they are."""
    scribe = recorded("arena")
    before = scribe.recording.rewind(scribe.log[40].seq)
    number = next(n for n in range(40, 0, -1) if before.position_before(n).running is None)
    board, entry = before.position_before(number).board, before.entries[number - 1]
    corrected = before.correct(Position(board), before.position.seq + 3)
    assert corrected.position == Position(board, before.position.seq + 3)
    assert corrected.entries == before.entries
    result = corrected.try_entry(entry, corrected.position.seq + 1)
    assert isinstance(result, tuple)
    recording, accepted = result
    assert recording.entries == (*before.entries, entry)
    assert list(recording.facts) == [*before.facts, *accepted.facts]
    assert recording.full_fact(scribe.log[0].seq + 1) == before.full_fact(scribe.log[0].seq + 1)
    assert recording.position_before(3) == before.position_before(3)
    assert recording.rewind(accepted.facts[0].seq - 1).position == corrected.position
    assert recording.rewind(scribe.log[20].seq).entries == before.entries[:20]
