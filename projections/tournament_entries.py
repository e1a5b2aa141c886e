"""Tournaments by player, alone or as a member of a team."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.model import Fact
from domain.published import Instant
from domain.tournament.facts import PlayerRegistered, TournamentOpened

from .projection import Kind, ReadView, Topics


class EnteredTournament(Struct, frozen=True):
    """A tournament with the player on its list."""

    tournament: str
    title: str
    game: str
    opened: Instant


class RegisteredPlayers(Struct, frozen=True):
    """A tournament with its registered players and members of teams."""

    entry: EnteredTournament
    players: frozenset[str] = frozenset()


class EnteredTournaments:
    """Stores an `EnteredTournament` as JSON under `<player>/<tournament>`."""

    name = "entrants"
    version = 1
    of: Kind = "tournaments"
    topics: Topics | None = frozenset((TournamentOpened, PlayerRegistered))

    def start_view(self, match: str, opened: Fact) -> RegisteredPlayers:
        """Returns a new tournament."""
        event = opened.event
        assert isinstance(event, TournamentOpened)
        return RegisteredPlayers(EnteredTournament(match, event.title, event.game, event.at))

    def apply_fact(self, view: RegisteredPlayers, fact: Fact) -> RegisteredPlayers:
        """Returns the tournament after *fact*."""
        if not isinstance(fact.event, PlayerRegistered):
            return view
        return replace(view, players=view.players | {fact.event.player, *fact.event.members})

    def render_entries(self, match: str, view: RegisteredPlayers) -> Mapping[str, bytes]:
        """Returns the entry of each player as JSON."""
        entry = msgspec.json.encode(view.entry)
        return {f"{player}/{match}": entry for player in view.players}

    def restore_view(self, match: str, read_view: ReadView) -> RegisteredPlayers | None:
        """Returns `None`, since entries do not list the players."""
        return None
