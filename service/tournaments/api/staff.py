"""Staff of a tournament with members, invitations and removals, for organizers."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct

from domain.published import Instant
from domain.tournament.facts import StaffInvited, StaffRole
from domain.tournament.staff import open_invitations
from domain.tournament.state import Tournament
from replays.proof.receipts import Receipt

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response, json_response
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory
from ...shared.registry import ProcessState
from ..access import Actor, TournamentAccess, require_role
from ..entry.entrants import Said
from ..entry.staff import Staff, join_link
from ..repository import TournamentRepository
from .commands import CommandReply, reply_of

staff = Resource("staff", Tag.TOURNAMENTS)


class Invite(Struct, frozen=True, forbid_unknown_fields=True):
    """The role of the person who will accept an invitation."""

    role: StaffRole


class RemoveMember(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for which a member is removed, for the record."""

    why: Said = ""


class StaffMember(Struct, frozen=True):
    """A member: the fact of joining, the person by id and name, and `by` of the facts of the member."""

    joined: int
    member: str
    person: str
    role: StaffRole
    by: str
    since: Instant


class StaffMemberList(Struct, frozen=True):
    """All members of the staff, in the order of joining; `next` is null, as one page holds them all."""

    tournament: str
    seq: int
    items: tuple[StaffMember, ...]
    next: None = None


class OpenInvitation(Struct, frozen=True):
    """An open invitation: the fact that made it, its role, and the time at which its link `ends`."""

    invitation: int
    role: StaffRole
    by: str
    ends: Instant


class OpenInvitationList(Struct, frozen=True):
    """All open invitations, the oldest first; `next` is null, as one page holds them all."""

    tournament: str
    seq: int
    items: tuple[OpenInvitation, ...]
    next: None = None


class StaffInvitation(Struct, frozen=True):
    """A new invitation; its `link` is shown this once, is for one person, and `ends` in seven days."""

    tournament: str
    seq: int
    position: int
    receipt: Receipt | None
    invitation: int
    role: StaffRole
    link: str
    ends: Instant


@staff.get("/tournaments/<tournament>/staff")
@staff.security("organize")
@staff.returns(200, StaffMemberList)
@staff.errors(401, 403, 404)
def list_staff(tournament: str) -> Response:
    """List staff.

    Only organizers may read it. The creator of the tournament is not in the list.
    """
    t = _require_organizer(tournament)[1]
    names = services()[PlayerDirectory].names_of(
        staff_member.joined.member for staff_member in t.staff.values()
    )
    items = tuple(
        StaffMember(
            seq,
            staff_member.joined.member,
            names[staff_member.joined.member],
            staff_member.role,
            staff_member.joined.by,
            staff_member.joined.at,
        )
        for seq, staff_member in t.staff.items()
    )
    return json_response(StaffMemberList(tournament, t.seq, items), Cache_Control="no-store")


@staff.get("/tournaments/<tournament>/staff/invitations")
@staff.security("organize")
@staff.returns(200, OpenInvitationList)
@staff.errors(401, 403, 404)
def list_invitations(tournament: str) -> Response:
    """List open invitations.

    Only organizers may read it. An invitation is open for seven days, until a person accepts it or an
    organizer withdraws it.
    """
    t = _require_organizer(tournament)[1]
    items = tuple(
        OpenInvitation(seq, invited.role, invited.by, invited.expires)
        for seq, invited in open_invitations(t, services()[ProcessState].clock()).items()
    )
    return json_response(OpenInvitationList(tournament, t.seq, items), Cache_Control="no-store")


@staff.post("/tournaments/<tournament>/staff/invitations")
@staff.security("organize")
@staff.json_body(Invite, example={"role": "judge"})
@staff.returns(201, StaffInvitation)
@staff.response_headers(201, "ETag")
@staff.errors(401, 403, 404, 413, 415)
def invite_staff(invite: Invite, tournament: str) -> Response:
    """Invite a staff member.

    The link is for one organizer, judge or scorekeeper of this tournament.
    """
    actor, _ = _require_organizer(tournament)
    command_result = services()[Staff].create_invitation(
        tournament, invite.role, actor, request=idempotent_request()
    )
    [(seq, event)] = (
        (fact.seq, fact.event) for fact in command_result.facts if isinstance(fact.event, StaffInvited)
    )
    link = join_link(request.host_url, tournament, command_result.tokens[0])
    reply = StaffInvitation(
        tournament,
        command_result.tournament_state.seq,
        command_result.position,
        command_result.receipt,
        seq,
        event.role,
        link,
        event.expires,
    )
    return created_response(reply, command_result.tournament_state.seq)


@staff.post("/tournaments/<tournament>/staff/invitations/<int:invitation>/withdrawal")
@staff.security("organize")
@staff.returns(201, CommandReply)
@staff.response_headers(201, "ETag")
@staff.errors(401, 403, 404)
def withdraw_invitation(tournament: str, invitation: int) -> Response:
    """Withdraw an invitation.

    Its link stops working at once.
    """
    actor, _ = _require_organizer(tournament)
    command_result = services()[Staff].cancel_invitation(
        tournament, invitation, actor, request=idempotent_request()
    )
    return created_response(reply_of(command_result, actor), command_result.tournament_state.seq)


@staff.post("/tournaments/<tournament>/staff/<int:joined>/removal")
@staff.security("organize")
@staff.json_body(RemoveMember, example={"why": "The shift is over."})
@staff.returns(201, CommandReply)
@staff.response_headers(201, "ETag")
@staff.errors(401, 403, 404, 413, 415)
def remove_staff(remove_member: RemoveMember, tournament: str, joined: int) -> Response:
    """Remove a staff member.

    The API token of the member stops working at once.
    """
    actor, _ = _require_organizer(tournament)
    command_result = services()[Staff].dismiss_member(
        tournament, joined, actor, remove_member.why, request=idempotent_request()
    )
    return created_response(reply_of(command_result, actor), command_result.tournament_state.seq)


def _require_organizer(tournament: str) -> tuple[Actor, Tournament]:
    """Returns the sending organizer and the tournament; raises `Forbidden`."""
    actor = services()[TournamentAccess].actor_for(tournament, require_token())
    require_role(actor, "organizer")
    return actor, services()[TournamentRepository].get(tournament)
