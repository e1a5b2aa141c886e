"""Tournaments by player: one entry for everybody who was registered for one, alone or in a team."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.model import Fact
from domain.published import Instant
from domain.tournament.facts import PlayerRegistered, TournamentOpened

from .projection import Kind, Shown, Topics


class EnteredTournament(Struct, frozen=True):
    """A tournament with the player on its list."""

    tournament: str
    title: str
    game: str
    opened: Instant


class Entrants(Struct, frozen=True):
    """A tournament, and who was registered for it, with the members of teams."""

    entry: EnteredTournament
    players: frozenset[str] = frozenset()


class EnteredTournaments:
    """Shows an `EnteredTournament` as JSON under `<player>/<tournament>` for each player."""

    name = "entrants"
    version = 1
    of: Kind = "tournaments"
    topics: Topics | None = frozenset((TournamentOpened, PlayerRegistered))

    def start(self, match: str, opened: Fact) -> Entrants:
        """Returns a tournament just opened."""
        event = opened.event
        assert isinstance(event, TournamentOpened)
        return Entrants(EnteredTournament(match, event.title, event.game, event.at))

    def step(self, view: Entrants, fact: Fact) -> Entrants:
        """Returns the tournament after *fact*."""
        if not isinstance(fact.event, PlayerRegistered):
            return view
        return replace(view, players=view.players | {fact.event.player, *fact.event.members})

    def show(self, match: str, view: Entrants) -> Mapping[str, bytes]:
        """Returns the entry of each player as JSON."""
        entry = msgspec.json.encode(view.entry)
        return {f"{player}/{match}": entry for player in view.players}

    def recall(self, match: str, shown: Shown) -> Entrants | None:
        """Returns `None`: what is shown under players does not tell who they are."""
        return None
