"""Invites, admits and dismisses the staff of tournaments."""

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
from ...identity.accounts import Account, ensure_id
from ...identity.api_tokens import ApiToken, ApiTokens, UnknownApiToken
from ...identity.players import PlayerDirectory
from ...shared import digests
from ...shared.errors import UnknownTournament
from ..access import SCOPES, Actor, require_role
from ..repository import CommandResult, TournamentRepository


class Membership(NamedTuple):
    """A new membership with its role, the secret of its API token, and its name in facts."""

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
        """Returns the names of the judge and the event of *api_token*, by default its own."""
        try:
            t = self._repository.get(api_token.event)
        except UnknownTournament:
            return api_token.name, api_token.event
        by = f"judge:{api_token.name}"
        members = [row.joined.member for row in t.staff.values() if row.joined.by == by]
        names = self._players.names_of(members)
        return (names[members[0]] if members else api_token.name), t.settings.title

    def create_invitation(
        self,
        tournament: str,
        role: StaffRole,
        actor: Actor,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Invites to a role and returns its secret as token; raises `Forbidden` and `Refused`."""
        require_role(actor, "organizer")
        secret, at = digests.new_token(), self._repository.clock()
        return self._repository.execute(
            tournament,
            lambda t: invite_member(t, role, digests.digest_token(secret), actor.by, at),
            request=request,
            tokens=(secret,),
        )

    def role_of(self, tournament: str, secret: str) -> StaffRole:
        """Returns the role of an invitation; raises `InvalidInvitation`."""
        t = self._repository.get(tournament)
        return t.invitations[_find_invitation(t, secret, self._repository.clock())].role

    def accept_invitation(self, tournament: str, secret: str, person: str | Account) -> Membership:
        """Makes a person a member, and ends the invitation.

        A person is a guest's name or an account. Raises `InvalidInvitation`, `NameTaken` and `Refused`.
        """
        at = self._repository.clock()
        t = self._repository.get(tournament)
        invitation = _find_invitation(t, secret, at)
        role = t.invitations[invitation].role
        member = ensure_id(person, self._players)
        name = f"{role}-{secrets.token_hex(4)}"
        issued = self._api_tokens.issue_token(name, [SCOPES[role]], event=tournament)
        by, id = f"{role}:{name}", issued.api_token.id
        try:
            self._repository.execute(
                tournament, lambda t: join_staff(t, invitation, member, id, by, self._repository.clock())
            )
        except BaseException:
            self._api_tokens.revoke_token(id)
            raise
        return Membership(role, issued.token, name)

    def cancel_invitation(
        self,
        tournament: str,
        invitation: int,
        actor: Actor,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Withdraws an open invitation; raises `Forbidden` and `Refused`."""
        require_role(actor, "organizer")
        at = self._repository.clock()
        return self._repository.execute(
            tournament, lambda t: withdraw_invitation(t, invitation, actor.by, at), request=request
        )

    def dismiss_member(
        self,
        tournament: str,
        joined: int,
        actor: Actor,
        reason: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Removes the member of the fact *joined*; raises `Forbidden` and `Refused`.

        It revokes the API token first. A crash in between leaves no rights, only a name on the list.
        """
        require_role(actor, "organizer")
        at = self._repository.clock()

        def remove_and_revoke(t: Tournament) -> Sequence[Fact]:
            facts = remove_member(t, joined, actor.by, at, reason)
            with suppress(UnknownApiToken):
                self._api_tokens.revoke_token(t.staff[joined].joined.api_token)
            return facts

        return self._repository.execute(tournament, remove_and_revoke, request=request)


def _find_invitation(t: Tournament, secret: str, at: int) -> int:
    """Returns the fact of the open invitation with *secret*; raises `InvalidInvitation`."""
    opened = open_invitations(t, at)
    index = digests.find_digest(secret, [event.link for event in opened.values()])
    if index is None:
        raise invalid_invitation()
    return [*opened][index]


def join_link(host_url: str, tournament: str, secret: str) -> str:
    """Returns the address of the page for accepting an invitation, with its secret in the fragment."""
    return f"{host_url}t/{tournament}/staff/join#key={secret}"
