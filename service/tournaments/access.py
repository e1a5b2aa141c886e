"""Who may do what in a tournament: its organizers run it, judges rule in it, players act for themselves."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from domain.messages import Message
from domain.tournament.facts import By, Player
from domain.tournament.state import Tournament

from ..identity import digests
from ..identity.access import Access
from ..identity.accounts import Accounts
from ..identity.api_tokens import ApiToken
from ..matches.errors import Forbidden, UnknownToken
from ..observability import logging
from .repository import TournamentRepository

Role: TypeAlias = Literal["organizer", "judge", "player", "spectator"]


class Actor(NamedTuple):
    """Who acts in a tournament, as facts tell it in `by`; `player` is whose seats it speaks for."""

    role: Role
    by: By
    player: Player = ""

    @property
    def manages(self) -> bool:
        """Whether it sees what is not published yet."""
        return self.role == "organizer"


SPECTATOR = Actor("spectator", "")


class TournamentAccess:
    """Tells by a token who acts."""

    def __init__(self, repository: TournamentRepository, access: Access, accounts: Accounts) -> None:
        self._repository, self._access, self._accounts = repository, access, accounts

    def founder(self, token: str) -> Actor:
        """Returns who opens a tournament with *token*; raises `UnknownToken`, and `Forbidden`."""
        api_token = self._access.api_token(token)
        if "organize" not in api_token.scopes or api_token.event:
            raise Forbidden(Message("Only organizers open tournaments, with an API token for any event."))
        return Actor("organizer", f"organizer:{api_token.name}")

    def actor_for(self, tournament: str, token: str | None) -> Actor:
        """Returns who acts in *tournament* with *token*; raises `UnknownTournament` and `UnknownToken`.

        A token that is good elsewhere alone makes nobody here.
        """
        if token is None:
            return SPECTATOR
        t = self._repository.get(tournament)
        actor = self._guest(t, token) or self._account(t, token) or self._official(tournament, t, token)
        logging.note(viewer=actor.role)
        return actor

    def _guest(self, t: Tournament, token: str) -> Actor | None:
        entries = [*t.players.values()]
        found = digests.which(token, [entry.registered.token for entry in entries])
        if found is None:
            return None
        player = entries[found].registered.player
        return Actor("player", f"player:{player}", player)

    def _account(self, t: Tournament, token: str) -> Actor | None:
        try:
            id = self._accounts.of(token).id
        except UnknownToken:
            return None
        for player, entry in t.players.items():
            if id in (player, *entry.registered.members):
                return Actor("player", f"player:{id}", player)
        return SPECTATOR

    def _official(self, tournament: str, t: Tournament, token: str) -> Actor:
        api_token = self._access.api_token(token)
        if api_token.event not in ("", tournament):
            return SPECTATOR
        if "organize" in api_token.scopes and _organizes(api_token, t):
            return Actor("organizer", f"organizer:{api_token.name}")
        if "judge" in api_token.scopes:
            return Actor("judge", f"judge:{api_token.name}")
        return SPECTATOR


def _organizes(api_token: ApiToken, t: Tournament) -> bool:
    """Tells whether a token is that of who opened the tournament here, or one for this tournament."""
    if t.imported is not None:
        return False
    return bool(api_token.event) or f"organizer:{api_token.name}" == t.opened.by


def check(actor: Actor, *roles: str, player: str = "") -> None:
    """Raises `Forbidden` unless *actor* has one of these *roles*, or acts for *player*."""
    if actor.role in roles or (player and actor.player == player):
        return
    if actor.role == "player" and player:
        raise Forbidden(Message("Players act for themselves alone."))
    if roles == ("organizer",):
        raise Forbidden(Message("Only the organizers of this tournament do that."))
    raise Forbidden(Message("Only the organizers and judges of this tournament do that."))
