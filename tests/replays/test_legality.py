"""Why not? Everything on the table can be answered or has a rule that forbids it, for eyes that may know."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
import pytest

from domain import decider, table
from domain.decider import Illegal
from domain.model import CHANCE, Answered, Fact, Viewer
from domain.table import Match
from replays.analysis.legality import Choice, explain_options
from replays.bots.players import BOTS, play_match

from .conftest import GameWithBook, take

JUDGE = Viewer("judge", frozenset((CHANCE, 0, 1, 2, 3)))
SPECTATOR = Viewer("spectator", frozenset())

MATCHES = [
    ("arena", 2, {"chapter": 1}),
    ("arena", 2, {"chapter": 2, "edition": "it"}),
    ("arena", 2, {"chapter": 4, "copies": True}),
    ("arena", 4, {"chapter": 4, "edition": "fr"}),
    ("villainous", 2, {}),
    ("villainous", 3, {}),
]
"""Games of the service, with seats and options."""


def positions(given: GameWithBook, facts: Iterable[Fact]) -> Iterable[Match[Any]]:
    """Yields the match after each fact."""
    match: Match[Any] | None = None
    for fact in facts:
        match = table.fold(given.rules, [fact], match)
        yield match


def some_match(game: str, seats: int, chosen: dict[str, Any]) -> tuple[GameWithBook, list[Fact]]:
    """A match of players who answer by chance."""
    return take(game), played(game, seats, tuple(chosen.items()))


@cache
def played(game: str, seats: int, chosen: tuple[tuple[str, Any], ...]) -> list[Fact]:
    given = take(game)
    return play_match(given.game, given.rules, f"why not, {game}", [BOTS["random"]] * seats, dict(chosen))


# -- a game of a few lines ---------------------------------------------------------------------------


def test_the_possible_come_first_and_the_others_with_their_rule(
    trumps: GameWithBook, record: tuple[Fact, ...]
) -> None:
    match = next(
        match
        for match in positions(trumps, record)
        if (asked := table.open_question(trumps.rules, match)) is not None and asked.prompt == "card"
    )
    seat = match.position.board.turn
    hand = match.position.board.hands[seat]
    told = explain_options(trumps.rules, match, trumps.rules.seat_viewer(match.position.board, seat))
    assert told.question == table.open_question(trumps.rules, match)
    assert told.choices[: len(hand)] == [Choice(card, True) for card in hand]
    assert {choice.pick for choice in told.choices} == set(trumps.book)
    for choice in told.choices[len(hand) :]:
        sentence = f"There is no {choice.pick} in the hand of seat {seat}."
        assert choice == Choice(choice.pick, False, "TR-1", sentence, reason=sentence.removesuffix("."))


def test_others_learn_that_they_may_not_know(trumps: GameWithBook, record: tuple[Fact, ...]) -> None:
    for match in positions(trumps, record):
        asked = table.open_question(trumps.rules, match)
        if asked is not None:
            told = explain_options(trumps.rules, match, SPECTATOR)
            assert told.question is not None
            assert (told.question.options, told.choices) == ((), [])
            assert told.sentence == f"What can be chosen is for the eyes of seat {asked.seat} alone."


def test_when_nobody_is_asked_it_says_why(trumps: GameWithBook, record: tuple[Fact, ...]) -> None:
    said = {explain_options(trumps.rules, match, JUDGE).sentence for match in positions(trumps, record)}
    assert said == {
        "",
        "Not every seat is claimed yet.",
        "Effects are under way: no question is open just now.",
        "The match is over: no question is open.",
    }


# -- the games of the service --------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "chosen"), MATCHES)
def test_everything_listed_is_possible_or_has_its_rule(game: str, seats: int, chosen: dict[str, Any]) -> None:
    given, facts = some_match(game, seats, chosen)
    for match in positions(given, facts):
        told = explain_options(given.rules, match, JUDGE)
        if told.question is None:
            continue
        possible = [choice.pick for choice in told.choices if choice.possible]
        assert possible == list(dict.fromkeys(told.question.options))
        assert set(possible) <= set(given.rules.candidate_picks(match.position.board, told.question))
        for choice in told.choices:
            assert bool(choice.rule) is bool(choice.sentence) is not choice.possible, choice


@pytest.mark.parametrize(("game", "seats", "chosen"), MATCHES)
def test_the_rule_is_the_one_that_an_answer_is_refused_with(
    game: str, seats: int, chosen: dict[str, Any]
) -> None:
    given, facts = some_match(game, seats, chosen)
    for match in list(positions(given, facts))[::7]:
        told = explain_options(given.rules, match, JUDGE)
        for choice in told.choices:
            if told.question is not None and not choice.possible:
                picks = (choice.pick,) * max(1, told.question.least)
                with pytest.raises(Illegal) as illegal:
                    decider.check_answer(given.rules, match.position, Answered(told.question.seat, picks))
                assert illegal.value.refusal == (choice.rule, choice.sentence)


@pytest.mark.parametrize(("game", "seats", "chosen"), MATCHES)
def test_nothing_hidden_is_told(game: str, seats: int, chosen: dict[str, Any]) -> None:
    """Whatever a viewer is told does not depend on anything that this viewer cannot see; a judge sees all."""
    given, facts = some_match(game, seats, chosen)
    for match in positions(given, facts):
        asked = table.open_question(given.rules, match)
        for viewer in table.all_viewers(given.rules, match):
            if CHANCE in viewer.shares:
                continue
            told = explain_options(given.rules, match, viewer)
            if asked is not None and asked.seat not in viewer.shares:
                hand_alone = asked.sight == "hand" and viewer.sees_hand(asked.seat)
                assert told.choices == [] or asked.sight == "open" or hand_alone
            if told.choices:
                seen = given.rules.redact_board(match.position.board, viewer)
                names = msgspec.json.encode((seen, told.question)).decode()
                for choice in told.choices:
                    card = choice.pick.rpartition(":")[2]
                    assert card not in cards(given) or card in names, choice


def cards(given: GameWithBook) -> frozenset[str]:
    """The cards of a game."""
    return frozenset(given.book.cards)
