"""Staff of tournaments: organizers invite by link, persons join, and the rights end with the membership."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from domain.model import Fact
from domain.tournament.facts import StaffRole
from domain.tournament.staff import (
    invalid_invitation,
    invite_member,
    join_staff,
    open_invitations,
    remove_member,
    withdraw_invitation,
)
from domain.tournament.state import Tournament

from ...http.middleware.idempotency import IdempotentRequest
from ...identity.accounts import Account, id_of
from ...identity.api_tokens import ApiToken, ApiTokens, UnknownApiToken
from ...identity.players import PlayerDirectory
from ...shared import digests
from ...shared.errors import UnknownTournament
from ..access import SCOPES, Actor, check
from ..repository import CommandResult, TournamentRepository


class Membership(NamedTuple):
    """A membership just begun: the role, the secret of the API token, and the name that facts hold."""

    role: StaffRole
    token: str
    name: str


class Staff:
    """The staff of all tournaments of the service, for one process."""

    def __init__(
        self, repository: TournamentRepository, api_tokens: ApiTokens, players: PlayerDirectory
    ) -> None:
        self._repository, self._api_tokens, self._players = repository, api_tokens, players

    def name_event(self, api_token: ApiToken) -> tuple[str, str]:
        """Returns the names of the judge and of the event that *api_token* is for, its own by default."""
        try:
            t = self._repository.get(api_token.event)
        except UnknownTournament:
            return api_token.name, api_token.event
        by = f"judge:{api_token.name}"
        members = [row.joined.member for row in t.staff.values() if row.joined.by == by]
        names = self._players.names(members)
        return (names[members[0]] if members else api_token.name), t.settings.title

    def invite(
        self,
        tournament: str,
        role: StaffRole,
        actor: Actor,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Invites to a role; the token of the result is the secret. Raises `Forbidden` and `Refused`."""
        check(actor, "organizer")
        secret, at = digests.new(), self._repository.clock()
        return self._repository.execute(
            tournament,
            lambda t: invite_member(t, role, digests.digest(secret), actor.by, at),
            request=request,
            tokens=(secret,),
        )

    def role_of(self, tournament: str, secret: str) -> StaffRole:
        """Returns the role that a link invites to; raises `InvalidInvitation`."""
        t = self._repository.get(tournament)
        return t.invitations[_invitation(t, secret, self._repository.clock())].role

    def join(self, tournament: str, secret: str, person: str | Account) -> Membership:
        """Lets a person accept an invitation, a guest by name or an account; the link is good no longer.

        Raises `InvalidInvitation`, `NameTaken` and `Refused`.
        """
        at = self._repository.clock()
        t = self._repository.get(tournament)
        invitation = _invitation(t, secret, at)
        role = t.invitations[invitation].role
        member = id_of(person, self._players)
        name = f"{role}-{secrets.token_hex(4)}"
        issued = self._api_tokens.issue(name, [SCOPES[role]], event=tournament)
        by, id = f"{role}:{name}", issued.api_token.id
        try:
            self._repository.execute(
                tournament, lambda t: join_staff(t, invitation, member, id, by, self._repository.clock())
            )
        except BaseException:
            self._api_tokens.revoke(id)
            raise
        return Membership(role, issued.token, name)

    def withdraw(
        self,
        tournament: str,
        invitation: int,
        actor: Actor,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Withdraws an open invitation; raises `Forbidden` and `Refused`."""
        check(actor, "organizer")
        at = self._repository.clock()
        return self._repository.execute(
            tournament, lambda t: withdraw_invitation(t, invitation, actor.by, at), request=request
        )

    def remove(
        self,
        tournament: str,
        joined: int,
        actor: Actor,
        reason: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Removes the member who joined by a fact; raises `Forbidden` and `Refused`.

        The API token ends first: a crash in between leaves no rights, only a name on the list.
        """
        check(actor, "organizer")
        at = self._repository.clock()

        def removed(t: Tournament) -> Sequence[Fact]:
            facts = remove_member(t, joined, actor.by, at, reason)
            with suppress(UnknownApiToken):
                self._api_tokens.revoke(t.staff[joined].joined.api_token)
            return facts

        return self._repository.execute(tournament, removed, request=request)


def _invitation(t: Tournament, secret: str, at: int) -> int:
    """Returns the fact of the open invitation with this secret; raises `InvalidInvitation`."""
    opened = open_invitations(t, at)
    index = digests.which(secret, [event.link for event in opened.values()])
    if index is None:
        raise invalid_invitation()
    return [*opened][index]
