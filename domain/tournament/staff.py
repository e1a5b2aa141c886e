"""Staff of a tournament, invited by links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from ..messages import Message
from ..model import Fact
from .facts import (
    By,
    InvitationWithdrawn,
    StaffInvited,
    StaffJoined,
    StaffRemoved,
    StaffRole,
)
from .refusals import Refused, to_facts
from .state import StaffMember, Tournament

INVITATION_MS = 7 * 86_400_000
"""Validity of an invitation in milliseconds."""
MAX_INVITATIONS = 50
"""Maximum of open invitations in a tournament."""

StaffEvent: TypeAlias = StaffInvited | InvitationWithdrawn | StaffJoined | StaffRemoved

Value = TypeVar("Value")


class InvalidInvitation(Refused):
    """The link of an invitation is unknown, used, withdrawn or expired."""


def invalid_invitation() -> InvalidInvitation:
    """Returns the refusal of an invalid invitation link."""
    return InvalidInvitation(Message("This invitation is used, withdrawn or older than seven days."))


def apply_staff_fact(t: Tournament, event: StaffEvent, seq: int) -> Tournament:
    """Returns the tournament after a fact about its staff."""
    match event:
        case StaffInvited():
            return replace(t, seq=seq, invitations={**t.invitations, seq: event})
        case StaffJoined(invitation=invitation):
            member = StaffMember(t.invitations[invitation].role, event)
            return replace(
                t,
                seq=seq,
                staff={**t.staff, seq: member},
                invitations=_without_key(t.invitations, invitation),
            )
        case InvitationWithdrawn(invitation=invitation):
            return replace(t, seq=seq, invitations=_without_key(t.invitations, invitation))
        case StaffRemoved(joined=joined):
            return replace(t, seq=seq, staff=_without_key(t.staff, joined))


def invite_member(t: Tournament, role: StaffRole, link: str, by: By, at: int) -> list[Fact]:
    """Invites a member by a link with this digest; raises `Refused`."""
    invitations = open_invitations(t, at)
    if len(invitations) >= MAX_INVITATIONS:
        raise Refused(Message("{count} invitations are open. Withdraw one first.", count=len(invitations)))
    return to_facts(t, StaffInvited(role, link, at + INVITATION_MS, by, at))


def open_invitations(t: Tournament, at: int) -> dict[int, StaffInvited]:
    """Returns the invitations that are valid at a time, by their facts."""
    return {seq: event for seq, event in t.invitations.items() if at < event.expires}


def withdraw_invitation(t: Tournament, invitation: int, by: By, at: int) -> list[Fact]:
    """Withdraws an invitation; raises `Refused`."""
    if invitation not in t.invitations:
        raise Refused(Message("Invitation {invitation} is not open.", invitation=invitation))
    return to_facts(t, InvitationWithdrawn(invitation, by, at))


def join_staff(t: Tournament, invitation: int, member: str, api_token: str, by: By, at: int) -> list[Fact]:
    """Accepts an invitation for a person; raises `InvalidInvitation`."""
    if invitation not in open_invitations(t, at):
        raise invalid_invitation()
    return to_facts(t, StaffJoined(invitation, member, api_token, by, at))


def remove_member(t: Tournament, joined: int, by: By, at: int, reason: str = "") -> list[Fact]:
    """Removes a member; raises `Refused`."""
    if joined not in t.staff:
        raise Refused(Message("No member of the staff joined by fact {joined}.", joined=joined))
    return to_facts(t, StaffRemoved(joined, by, at, reason))


def _without_key(mapping: Mapping[int, Value], seq: int) -> dict[int, Value]:
    return {key: value for key, value in mapping.items() if key != seq}
