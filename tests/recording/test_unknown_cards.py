"""A recording begins late, or goes on after a gap, at a board with cards that nobody has seen."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.decider import Position, Unplayable
from domain.games import GAMES
from domain.model import SPECTATOR
from domain.recording.entries import Accepted, Entry, Incomplete
from domain.recording.names import list_words
from domain.recording.recording import Recording
from domain.recording.unknowns import restore_start
from domain.rules import Rules
from domain.snapshot import Snapshot
from service.catalog.cardsets import CardSetRegistry
from tests.domain.test_unknowns import TABLE

from .robot_scribe import RobotScribe, bot_match, differences, late_match

DUEL = f"{TABLE}A deck=?9 hand=SAM02,?2 / B deck=?11 hand=?5"


@pytest.mark.parametrize(
    ("game", "seed", "seats", "options", "after"),
    [
        ("arena", 7, 2, {"chapter": 4}, 200),
        ("arena", 3, 4, {"chapter": 4}, 500),
        ("villainous", 1, 3, {}, 300),
    ],
)
def test_a_recording_that_begins_late_leads_to_the_facts_of_the_rest(
    game: str, seed: int, seats: int, options: dict[str, Any], after: int
) -> None:
    scribe = RobotScribe(late_match(game, seed, seats, options, after), between=1)
    assert scribe.match.public_start is not None
    assert scribe.match.public_start.unknowns
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    assert differences(scribe) == []
    followed: Recording[Any, Any] = Recording.start(scribe.match.rules, *scribe.match.public_start)
    for logged in scribe.log:
        followed = followed.follow(*logged)
    assert followed.position == scribe.recording.position
    assert list(followed.facts) == list(scribe.recording.facts)


def test_a_recording_goes_on_after_a_gap_with_new_unknown_cards() -> None:
    """What happened in the gap stays open; the later entries are decided from the board after it."""
    match = late_match("arena", 7, 2, {"chapter": 4}, 200)
    assert match.public_start is not None
    scribe = RobotScribe(match, between=1)
    assert all(isinstance(reply, Accepted) for reply in scribe.record())
    gap, (position, unknowns) = match.start.seq - 1, match.public_start
    began: Recording[Any, Any] = Recording.start(match.rules, Position(match.start.board, 3))
    recording = began.correct(position, gap, unknowns)
    for logged in scribe.log:
        recording = recording.follow(*logged)
    assert recording.position == scribe.recording.position
    rewound = recording.rewind(gap).position
    assert rewound.seq == gap
    assert public(match.rules, rewound) == public(match.rules, position)
    assert recording.rewind(3).position == began.position


def test_the_unknown_cards_of_one_owner_are_one_hidden_choice() -> None:
    start = restore_start(rules(), Snapshot(DUEL), 8)
    assert [(unknown.least, len(unknown.options)) for unknown in start.unknowns] == [(11, 19), (16, 20)]
    summoner = start.position.board.summoners[0]
    assert summoner.deck == start.unknowns[0].options[:9]
    assert summoner.hand == ("SAM02", *start.unknowns[0].options[9:11])


def test_a_card_from_an_unknown_hand_is_named_by_its_play() -> None:
    """The deal has it in the deck; the entry brings it into the hand."""
    recording: Recording[Any, Any] = Recording.start(rules(), *restore_start(rules(), Snapshot(DUEL), 8))
    result = recording.try_entry(Entry(0, ("play:SAM05",)), 8)
    assert isinstance(result, tuple)
    assert result[1].legality == "possible"
    assert result[1].named_cards == ("SAM05",)
    [dealt] = result[1].dealt
    assert dealt.index == 0
    assert "SAM05" in dealt.picks[9:]


def test_of_equal_cards_the_named_one_is_played() -> None:
    """SAM01 and SAM02 are copies of one card, and SAM02 lies in the hand."""
    recording: Recording[Any, Any] = Recording.start(rules(), *restore_start(rules(), Snapshot(DUEL), 8))
    result = recording.try_entry(Entry(0, ("play:SAM01",)), 8)
    assert isinstance(result, tuple)
    assert result[1].entry.picks == ("play:SAM02",)
    assert result[1].legality == "legal"
    assert result[1].dealt == ()


def test_more_unknown_cards_than_unseen_ones_are_refused() -> None:
    with pytest.raises(Unplayable, match="A has 82 unknown cards more than cards without a place"):
        restore_start(rules(), Snapshot(DUEL.replace("deck=?9", "deck=?99")), 8)


def public(rules: Rules[Any, Any], position: Position[Any]) -> object:
    return rules.redact_board(position.board, SPECTATOR)


def rules() -> Rules[Any, Any]:
    return GAMES["arena"].make_rules(CardSetRegistry().find_cards("arena").book)


@pytest.mark.parametrize(("game", "options"), [("arena", {"chapter": 1}), ("villainous", {})])
def test_an_entry_without_its_card_is_refused_without_the_card_of_a_deal(
    game: str, options: dict[str, Any]
) -> None:
    scribe = RobotScribe(bot_match(game, 1, 2, options), between=1)
    hidden = list[list[str]]()
    for _ in scribe.record():
        logged = scribe.log[-1]
        if logged.entry.sightings:
            before = scribe.recording.rewind(logged.seq)
            reply = before.try_entry(replace(logged.entry, sightings=()), logged.seq)
            if isinstance(reply, Incomplete):
                hidden.append([*list_words(reply.fact.event)][reply.place.index :])
    assert len(hidden) > 3
    assert not any(word for words in hidden for word in words)
