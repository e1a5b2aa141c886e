"""Names of the players at a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import table
from domain.games import Game
from domain.model import Viewer
from domain.rules import Rules
from domain.table import Match
from replays.text.languages import Language
from replays.text.names import localized_names as named

from ...http.services import services
from ...identity.players import PlayerDirectory, Players
from ...shared import i18n


def names_of(match_state: Match[Any], language: str = "") -> Players:
    """Returns the players by seat, for a reader of *language*, or else of the page."""
    seated_players = services()[PlayerDirectory].seat_players(match_state.player_ids)
    return seated_players.names_in(language or i18n.page_language())


def labelled_names(match_state: Match[Any]) -> Players:
    """Returns the players by seat, with a mark for seats that a bot played on."""
    return tuple(
        bot_label(name) if name and seat in match_state.stand_ins else name
        for seat, name in enumerate(names_of(match_state))
    )


def bot_label(player: str) -> str:
    """Returns the name of *player* with the mark of a bot."""
    return i18n.says("{player} (bot)", player=player)


def accounts_of(match_state: Match[Any]) -> tuple[bool, ...]:
    """Returns by seat whether its player has an account."""
    return services()[PlayerDirectory].seat_players(match_state.player_ids).accounts


def shown_names(match_state: table.Match[Any], people: PlayerDirectory) -> tuple[str, ...]:
    """Returns the players by seat with the names in *people*, or a label for a free seat."""
    players = people.seat_players(match_state.player_ids).names_in(i18n.page_language())
    return tuple(name or i18n.says("a free seat") for name in players)


def marked_names(match_state: table.Match[Any], people: PlayerDirectory) -> tuple[str, ...]:
    """Returns the same with a check mark for accounts. No name contains it."""
    accounts = people.seat_players(match_state.player_ids).accounts
    return tuple(
        f"{name} ✓" if account else name
        for name, account in zip(shown_names(match_state, people), accounts, strict=True)
    )


def viewer_label(viewer: Viewer, players: Sequence[str]) -> str:
    """Returns a name for *viewer*: a role, or the players of its seats."""
    if viewer.name == "spectator":
        return i18n.says("the public")
    if viewer.name == "judge":
        return i18n.says("a judge")
    return " – ".join(players[seat] for seat in sorted(viewer.shares))


def names_at(
    game: Game, rules: Rules[Any, Any], translator: Language, players: Sequence[str | None]
) -> dict[str, str]:
    """Returns the names at a table, of its cards and places and of its seats by player."""
    seats = {f"seat:{seat}": name for seat, name in enumerate(players) if name is not None}
    return {**named(game, rules.book, translator), **seats}
