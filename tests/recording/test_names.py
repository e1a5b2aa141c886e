"""People name hidden cards: phones of players at each draw, or all when they show their piles at the end."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arena.facts import CardDrawn
from domain.model import Answered
from domain.recording.entries import Accepted, Impossible, Ref
from domain.recording.names import list_words
from domain.recording.recording import Recording
from domain.recording.standings.standing import list_standings

from .robot_scribe import RobotScribe, bot_match, differences, is_same_board, list_mistakes

MATCHES = [
    ("arena", 4, 2, {"chapter": 1}),
    ("arena", 2, 2, {"chapter": 3}),
    ("villainous", 1, 3, {}),
]

CHAINS = [
    ("arena", 34, 2, {"chapter": 3}),
    ("arena", 55, 2, {"chapter": 4}),
    ("arena", 33, 4, {"chapter": 2}),
    ("villainous", 16, 3, {}),
    ("villainous", 40, 3, {}),
]
"""Matches with names or entries for which many cards have to change their places at once.

In the second, a named card takes the place of one that was played later. Eight cards move, each of which has
to be in the hand before its play, and two cards on the deck lie in the other order. In the last, a seat
discards its hand, in which an equal card of an earlier shuffle was played.
"""


@pytest.mark.parametrize(("game", "seed", "seats", "options"), [*MATCHES, *CHAINS])
def test_after_the_piles_are_shown_the_board_is_that_of_the_match(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    scribe = RobotScribe(bot_match(game, seed, seats, options), between=1)
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    stored = list(scribe.recording.facts)
    assert scribe.show_piles()
    assert is_same_board(scribe)
    assert list(scribe.recording.facts) == stored
    assert list_mistakes(scribe) == []


@pytest.mark.parametrize(("game", "seed", "seats", "options"), MATCHES[:2])
def test_players_who_name_each_draw_leave_no_card_open(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    scribe = RobotScribe(bot_match(game, seed, seats, options), between=1)
    for reply in scribe.record():
        assert isinstance(reply, Accepted)
        assert scribe.name_draws(reply)
    assert differences(scribe) == []
    assert is_same_board(scribe)
    assert list_mistakes(scribe) == []
    answers = {fact.seq for fact in scribe.recording.facts if isinstance(fact.event, Answered)}
    verdicts = {
        standing.verdict for standing in list_standings(scribe.recording) if standing.seq not in answers
    }
    assert verdicts == {"proven"}


def test_names_fold_with_their_choices() -> None:
    scribe = RobotScribe(bot_match("arena", 2, 2, {"chapter": 3}), between=1)
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    assert scribe.show_piles()
    folded: Recording[Any, Any] = Recording.start(scribe.match.rules, scribe.match.start)
    for logged in scribe.log:
        folded = folded.follow(*logged)
    for named in scribe.named:
        folded = folded.follow_name(*named)
    assert folded.position == scribe.recording.position
    assert folded.names == scribe.recording.names


def test_a_place_without_a_card_is_unknown() -> None:
    scribe = RobotScribe(bot_match("arena", 2, 2, {"chapter": 3}), between=1)
    next(scribe.record())
    with pytest.raises(LookupError, match="fact 900 has no card number 0"):
        scribe.recording.name("SAM01", Ref(900))


def test_an_entry_against_a_name_is_refused_without_a_word_about_the_card() -> None:
    """A phone has named a draw; a scribe who sees no hand lets the seat play another card from it."""
    scribe = RobotScribe(bot_match("arena", 2, 2, {"chapter": 3}), between=1)
    log = [scribe.recording for _ in scribe.record()]
    hidden, (entry, seq, _) = next(
        (before, logged)
        for before, logged in zip(log, scribe.log[1:], strict=False)
        if logged.entry.picks[:1] and logged.entry.picks[0].startswith("play:")
    )
    played = entry.picks[0].removeprefix("play:")
    print_of = scribe.match.rules.print_of
    others = [card for card in hidden.list_unseen([played]) if print_of(card) != print_of(played)]
    named = name_draws(hidden, entry.seat, others)
    refused = named.try_entry(entry, seq)
    assert refused == Impossible("undetermined", entry.seat, contradicts_names=True)
    assert isinstance(hidden.try_entry(entry, seq), tuple)


def name_draws(recording: Recording[Any, Any], seat: int, cards: list[str]) -> Recording[Any, Any]:
    """Names the draws of *seat*, one of *cards* each."""
    draws = [
        fact for fact in recording.facts if isinstance(fact.event, CardDrawn) and fact.event.seat == seat
    ]
    for fact, card in zip(draws, cards, strict=False):
        result = recording.name(card, Ref(fact.seq, list(list_words(fact.event)).index("")))
        assert isinstance(result, tuple)
        recording = result[0]
    return recording
