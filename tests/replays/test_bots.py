"""Bots play by the rules, to the end, and the same seed plays the same match."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain import table
from domain.core import Rules
from domain.games import Game
from domain.notation import name_of
from domain.table import Match, MatchEnded, MatchOpened
from domain.words import Asked, Fact, Picks, Viewer
from replays import bots
from replays.verify import verify

from . import toy
from .conftest import Shelf, take


def winners(facts: list[Fact]) -> tuple[int, ...]:
    """Returns who won."""
    end = facts[-1].event
    assert isinstance(end, MatchEnded)
    return end.winners


def test_a_match_is_played_from_its_opening_to_its_end(trumps: Shelf) -> None:
    facts = trumps.play("tonight", "random", "random")
    assert isinstance(facts[0].event, MatchOpened)
    assert isinstance(facts[-1].event, MatchEnded)
    assert verify(trumps.rules, facts).ok


def test_the_same_seed_plays_the_same_match(trumps: Shelf) -> None:
    assert trumps.play("tonight", "random", "greedy") == trumps.play("tonight", "random", "greedy")
    assert trumps.play("tonight", "random", "greedy") != trumps.play("tomorrow", "random", "greedy")


def test_what_the_match_is_played_with_is_pinned(trumps: Shelf) -> None:
    facts = bots.play(trumps.game, trumps.rules, "s", [bots.random] * 2, {"long": True}, cards="c0ffee")
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    assert (opened.game, opened.version, opened.options, opened.cards) == (
        "trumps",
        1,
        {"long": True},
        "c0ffee",
    )


def test_a_guess_is_always_an_answer_and_every_answer_may_be_guessed() -> None:
    luck = Random(1)
    asked = Asked(0, "any", ("a", "b", "c"), least=1, most=2)
    guesses = Counter(bots.guess(asked, luck) for _ in range(900))
    assert all(asked.allows(picks) for picks in guesses)
    assert len(guesses) == 3 + 6
    assert sum(n for picks, n in guesses.items() if len(picks) == 1) == pytest.approx(450, abs=60)


def test_every_answer_of_one_pick_is_looked_into() -> None:
    assert bots.answers(Asked(0, "which", ("a", "b", "a")), Random(1)) == [("a",), ("b",)]
    assert bots.answers(Asked(0, "which", ("a", "b"), least=0), Random(1)) == [(), ("a",), ("b",)]


def test_of_many_answers_a_handful_is_looked_into() -> None:
    letters = tuple("abcdefgh")
    asked = Asked(0, "order", letters, least=8, most=8)
    looked = bots.answers(asked, Random(1))
    assert len(looked) == bots.LOOKS
    assert all(sorted(picks) == sorted(letters) for picks in looked)


def test_greed_beats_chance_at_sorcerers_arena() -> None:
    arena = take("arena")
    won = [winners(arena.play(f"evening {n}", "random", "greedy")) for n in range(5)]
    assert won.count((1,)) >= 4


def test_greed_takes_what_pays_most_at_once(trumps: Shelf) -> None:
    facts = trumps.play("tonight", "greedy", "random")
    match = table.fold(trumps.rules, facts[:6])
    asked = table.asked(trumps.rules, match)
    assert asked is not None
    picked = bots.greedy(trumps.game, trumps.rules, match, asked, Random(1))
    assert picked == (max(match.position.board.hands[0], key=int),)


def test_equals_are_chosen_between_by_chance(trumps: Shelf) -> None:
    class Indifferent:
        """Trumps in which nobody cares."""

        def __getattr__(self, name: str) -> Any:
            return getattr(toy, name)

        def worth(self, board: toy.Board, book: tuple[str, ...], seat: int) -> float:
            return 0.0

    match = table.fold(trumps.rules, trumps.play("tonight", "random", "random")[:6])
    asked = table.asked(trumps.rules, match)
    assert asked is not None
    picked = {bots.greedy(Indifferent(), trumps.rules, match, asked, Random(n)) for n in range(40)}
    assert len(picked) > 5


def test_greed_weighs_only_what_its_seat_can_see(trumps: Shelf) -> None:
    weighed: list[toy.Board] = []

    class Nosy:
        """Trumps in which somebody keeps a record of what was weighed."""

        def __getattr__(self, name: str) -> Any:
            return getattr(toy, name)

        def worth(self, board: toy.Board, book: tuple[str, ...], seat: int) -> float:
            weighed.append(board)
            return toy.worth(board, book, seat)

    match = table.fold(trumps.rules, trumps.play("tonight", "random", "random")[:6])
    asked = table.asked(trumps.rules, match)
    assert asked is not None
    bots.greedy(Nosy(), trumps.rules, match, asked, Random(1))
    assert weighed
    assert all(set(board.hands[1]) == {""} for board in weighed)


def test_an_endless_match_is_given_up(trumps: Shelf) -> None:
    with pytest.raises(bots.Endless, match="3 answers were given, and the match was not over"):
        bots.play(trumps.game, trumps.rules, "s", [bots.random] * 2, {}, most=3)


def test_a_bot_is_any_function_of_that_shape(trumps: Shelf) -> None:
    def careful(game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random) -> Picks:
        return () if asked.least == 0 else (min(asked.options, key=int),)

    facts = bots.play(trumps.game, trumps.rules, "s", [careful, careful], {})
    assert not any(isinstance(fact.event, toy.Trumped) for fact in facts)


def test_bots_play_every_game_of_the_house(shelf: Shelf) -> None:
    facts = shelf.play("the house", "greedy", "random", *["random"] * (shelf.game.SEATS[0] - 2))
    assert isinstance(facts[-1].event, MatchEnded)
    assert Viewer("spectator", frozenset()) in table.viewers(shelf.rules, table.fold(shelf.rules, facts))
    assert {name_of(kind) for kind in shelf.game.FACTS} & {name_of(type(fact.event)) for fact in facts}
