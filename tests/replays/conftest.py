"""A recorded game of Trumps, the toy, and the games of the service with the books that come with them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest

from domain.games import GAMES, VOCABULARY, Game
from domain.model import Fact
from domain.rules import Rules
from replays.bots.players import BOTS, play_match
from replays.playback import transcript
from service.catalog.cardsets import CardSetRegistry
from tests.newgame.domain import trumps as toy


class GameWithBook(NamedTuple):
    """A game, its book, and its rules played with that book."""

    game: Game
    book: Any
    rules: Rules[Any, Any]

    def play(self, seed: str, *names: str) -> list[Fact]:
        """Returns the facts of a whole match between the bots of these names."""
        return play_match(self.game, self.rules, seed, [BOTS[name] for name in names], {})


@pytest.fixture(scope="session")
def trumps() -> GameWithBook:
    """The toy, with cards from 1 to 40."""
    book = toy.read_book({"cards": range(1, 41)})
    return GameWithBook(toy, book, toy.make_rules(book))


@pytest.fixture(scope="session")
def record(trumps: GameWithBook) -> tuple[Fact, ...]:
    """One match of Trumps, from its opening to its end."""
    return tuple(trumps.play("a quiet evening", "random", "greedy"))


@pytest.fixture(scope="session", params=GAMES)
def given(request: pytest.FixtureRequest) -> GameWithBook:
    """Each game of the service."""
    return take(request.param)


@cache
def take(name: str, version: int | None = None) -> GameWithBook:
    """Returns the game called *name* with its book and the rules of a *version*, by default the newest."""
    book = CardSetRegistry().find_cards(name).book
    return GameWithBook(GAMES[name], book, GAMES[name].make_rules(book, version or GAMES[name].VERSION))


def book(name: str) -> Any:
    """Returns the book that comes with the game called *name*, in whichever process this is."""
    return take(name).book


@cache
def golden(name: str) -> tuple[Fact, ...]:
    """Returns the facts of the golden transcript called *name*."""
    text = (transcript.LIBRARY / f"{name}.game").read_text(encoding="utf-8")
    return transcript.read_transcript(text, VOCABULARY).facts
