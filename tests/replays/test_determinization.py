"""What a seat cannot see is imagined: to it all such positions look alike, whatever they begin from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from domain import decider, table
from domain.decider import Position
from domain.model import CHANCE, Asked, Viewer
from replays.bots.determinization import determinize, redeal_hidden
from replays.bots.players import BOTS, EndlessMatch, play_match

from .conftest import GameWithBook, take

OPTIONS: dict[str, dict[str, Any]] = {"arena": {"chapter": 4}, "villainous": {}}
FLOUNDERED = ("ursula", "prince-john", "captain-hook", "maleficent")


class Moment(NamedTuple):
    """Where a seat is asked, and who it is."""

    given: GameWithBook
    position: Position[Any]
    asked: Asked
    viewer: Viewer

    @property
    def running(self) -> bool:
        return self.position.running is not None


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """Returns every moment of a match by guesses at which somebody has a choice."""
    return tuple(_moments(take(name)))


def _moments(given: GameWithBook) -> Iterator[Moment]:
    facts = play_match(given.game, given.rules, "a", [BOTS["random"]] * 2, OPTIONS[given.game.NAME])
    match = table.fold(given.rules, facts[:1])
    for fact in facts[1:900]:
        match = table.evolve(given.rules, match, fact)
        asked = table.open_question(given.rules, match)
        if asked is not None and asked.seat != CHANCE and len(asked.options) > 1:
            viewer = given.rules.seat_viewer(match.position.board, asked.seat)
            yield Moment(given, match.position, asked, viewer)


@pytest.mark.parametrize("name", OPTIONS)
def test_to_whoever_imagines_it_every_position_looks_as_the_true_one(name: str) -> None:
    luck = Random(1)
    for moment in moments(name)[::7]:
        found = determinize(moment.given.rules, moment.position, moment.viewer, luck)
        assert found is not None, moment.asked
        assert decider.open_question(moment.given.rules, found) == moment.asked
        see = moment.given.rules.redact_board
        assert see(found.board, moment.viewer) == see(moment.position.board, moment.viewer)


def test_a_deck_that_is_shuffled_in_the_midst_may_hold_what_is_in_the_hand() -> None:
    """Flounder shuffles Ursula's deck, and then another seat is asked, who sees neither deck nor hand."""
    given = take("villainous", version=3)
    with pytest.raises(EndlessMatch) as played:
        play_match(
            given.game, given.rules, "22", [BOTS["random"]] * 4, {"villains": FLOUNDERED}, max_answers=300
        )
    match = table.fold(given.rules, [fact for fact in played.value.facts if fact.seq <= 967])
    viewer = given.rules.seat_viewer(match.position.board, 1)
    found = determinize(given.rules, match.position, viewer, Random(1))
    assert found is not None
    assert {*found.board.realms[0].hand} != {*match.position.board.realms[0].hand}


def test_a_hand_that_is_not_seen_may_hold_what_lies_in_the_deck() -> None:
    moment = next(each for each in moments("arena") if not each.running)
    rival = 1 - moment.asked.seat
    mine, hidden = (moment.position.board.summoners[seat] for seat in (moment.asked.seat, rival))
    board = redeal_hidden(moment.given.rules, moment.position, moment.viewer, Random(1)).board
    assert board.summoners[moment.asked.seat].hand == mine.hand
    assert board.summoners[moment.asked.seat].deck != mine.deck
    assert {*board.summoners[rival].hand} != {*hidden.hand}
    assert sorted(board.summoners[rival].hand + board.summoners[rival].deck) == sorted(
        hidden.hand + hidden.deck
    )
