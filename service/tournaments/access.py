"""Rights of organizers, judges, scorekeepers, players and spectators in a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from domain.messages import Message
from domain.tournament.facts import By, Player, StaffRole
from domain.tournament.state import Tournament

from ..identity.accounts import Accounts
from ..identity.api_tokens import ApiToken, Scope
from ..matches.viewing.access import Access
from ..observability import logging
from ..shared import digests, record_ids
from ..shared.errors import Forbidden, UnknownToken, UnknownTournament
from .repository import TournamentRepository

Role: TypeAlias = Literal["organizer", "judge", "scorekeeper", "player", "spectator"]

SCOPES: Mapping[StaffRole, Scope] = {"organizer": "organize", "judge": "judge", "scorekeeper": "score"}
"""The token scope of each staff role, the strongest role first."""


class Actor(NamedTuple):
    """The role of a client in a tournament, and its `by` in facts.

    `player` is the player whose seats it controls. `api_token` is the id of its API token, empty for other
    credentials.
    """

    role: Role
    by: By
    player: Player = ""
    api_token: str = ""

    @property
    def manages(self) -> bool:
        """Whether it sees unpublished rounds."""
        return self.role == "organizer"

    @property
    def is_staff(self) -> bool:
        """Whether it may use the desk as organizer, judge or scorekeeper."""
        return self.role in SCOPES


SPECTATOR = Actor("spectator", "")


class TournamentAccess:
    """Resolves tokens to actors."""

    def __init__(self, repository: TournamentRepository, access: Access, accounts: Accounts) -> None:
        self._repository, self._access, self._accounts = repository, access, accounts

    def require_founder(self, token: str) -> Actor:
        """Returns the organizer with *token*; raises `UnknownToken` and `Forbidden`."""
        api_token = self._access.api_token(token)
        if "organize" not in api_token.scopes or api_token.event:
            raise Forbidden(Message("Only organizers open tournaments, with an API token for any event."))
        return Actor("organizer", f"organizer:{api_token.name}", api_token=api_token.id)

    def actor_for(self, tournament: str, token: str | None) -> Actor:
        """Returns the actor with *token*; raises `UnknownTournament` and `UnknownToken`.

        A valid token of another tournament acts as a spectator.
        """
        if token is None:
            return SPECTATOR
        t = self._repository.get(tournament)
        actor = (
            self._guest_actor(t, token)
            or self._account_actor(t, token)
            or self._staff_actor(tournament, t, token)
        )
        logging.add_context(viewer=actor.role)
        return actor

    def _guest_actor(self, t: Tournament, token: str) -> Actor | None:
        entries = [*((id, entry.token) for id, entry in t.players.items())]
        entries += [
            (merged_entry.into, merged_entry.entry.token) for merged_entry in t.merged_entries.values()
        ]
        index = digests.find_digest(token, [digest for _, digest in entries])
        if index is None:
            return None
        player = entries[index][0]
        while player in t.merged_entries:
            player = t.merged_entries[player].into
        return Actor("player", f"player:{player}", player)

    def _account_actor(self, t: Tournament, token: str) -> Actor | None:
        try:
            id = self._accounts.account_of(token).id
        except UnknownToken:
            return None
        for player, entry in t.players.items():
            if id in (player, *entry.registration.members):
                return Actor("player", f"player:{id}", player)
        return SPECTATOR

    def _staff_actor(self, tournament: str, t: Tournament, token: str) -> Actor:
        api_token = self._access.api_token(token)
        if t.origin is None and _has_opened(api_token, t):
            return Actor("organizer", f"organizer:{api_token.name}", api_token=api_token.id)
        if api_token.event != tournament:
            return SPECTATOR
        for role, scope in SCOPES.items():
            if scope in api_token.scopes and (role != "organizer" or t.origin is None):
                return Actor(role, f"{role}:{api_token.name}", api_token=api_token.id)
        return SPECTATOR


def _has_opened(api_token: ApiToken, t: Tournament) -> bool:
    """Returns whether a token opened the tournament.

    An older tournament stores only the name of its token. Such a name counts if the token existed then.
    """
    if "organize" not in api_token.scopes or api_token.event:
        return False
    if t.settings.founder:
        return api_token.id == t.settings.founder
    return f"organizer:{api_token.name}" == t.settings.by and api_token.created <= t.settings.at


def is_official(repository: TournamentRepository, event: str, api_token: ApiToken) -> bool:
    """Returns whether an API token is official for an *event*.

    In a local tournament that is the founder's token, or a token bound to the tournament.
    """
    if api_token.event or not record_ids.is_tournament_id(event):
        return True
    try:
        t = repository.get(event)
    except UnknownTournament:
        return True
    return t.origin is not None or _has_opened(api_token, t)


def require_role(actor: Actor, *roles: str, player: str = "") -> None:
    """Raises `Forbidden` unless *actor* has one of these *roles* or acts for *player*."""
    if actor.role in roles or (player and actor.player == player):
        return
    if actor.role == "player" and player:
        raise Forbidden(Message("Players act for themselves alone."))
    if roles == ("organizer",):
        raise Forbidden(Message("Only the organizers of this tournament do that."))
    if "scorekeeper" in roles:
        raise Forbidden(Message("Only the staff of this tournament does that."))
    raise Forbidden(Message("Only the organizers and judges of this tournament do that."))
