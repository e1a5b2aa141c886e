"""Games are found by their folders; the type checker holds each to what a game has to define."""

from __future__ import annotations

from domain import arena, villainous
from domain.games import GAMES, Game
from tests.newgame.domain import trumps

OURS: tuple[Game, ...] = (arena, villainous)
INVENTED: Game = trumps


def test_every_game_is_found_by_its_folder() -> None:
    assert {game.NAME: game for game in OURS} == dict(GAMES)


def test_what_is_not_in_the_folder_is_not_found() -> None:
    assert INVENTED.NAME not in GAMES
