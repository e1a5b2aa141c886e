"""The page of a tournament's staff with members and invitations."""

from __future__ import annotations

from typing import NamedTuple

from flask import redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message
from domain.tournament.facts import StaffRole
from domain.tournament.staff import InvalidInvitation, open_invitations

from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....shared import i18n
from ....shared.errors import InvalidOptions
from ....shared.languages import page_language
from ....shared.registry import ProcessState
from ....site.qr_codes import draw_qr_code
from ...entry.staff import Staff, join_link
from ...queries.zones import times_of
from ...repository import TournamentRepository
from ..organizer.desk_access import staff_actor, token_page
from ..organizer.desk_form import number_field

pages = Pages("tournament_staff", __name__)


FRESH_LINK = "staff_link"
"""The session key for an organizer's last link, a tournament and a secret."""


class MemberRow(NamedTuple):
    """A member with the fact and the time of joining, the person and the role."""

    joined: int
    person: str
    role: str
    joined_at: str


class InvitationRow(NamedTuple):
    """An open invitation with its fact, its role and its end."""

    invitation: int
    role: str
    expires: str


def role_names() -> dict[StaffRole, str]:
    """Returns the roles with their names."""
    return {
        "organizer": i18n.says("Organizer"),
        "judge": i18n.says("Judge"),
        "scorekeeper": i18n.says("Scorekeeper"),
    }


@pages.get("/t/<tournament>/staff")
def show(tournament: str) -> Response | tuple[str, int]:
    """Shows the staff to an organizer, or asks for an API token."""
    if not staff_actor(tournament).manages:
        return token_page("", tournament), 401
    return _render_page(tournament)


@pages.post("/t/<tournament>/staff")
def act(tournament: str) -> Response | tuple[str, int]:
    """Invites, withdraws an invitation, or removes a member."""
    actor = staff_actor(tournament)
    if not actor.manages:
        return token_page("", tournament), 401
    form = request.form
    try:
        match form.get("do"):
            case "invite":
                role = _parse_role(form.get("role", ""))
                secret = services()[Staff].create_invitation(tournament, role, actor).tokens[0]
                session[FRESH_LINK] = (tournament, secret)
            case "withdraw":
                services()[Staff].cancel_invitation(tournament, number_field(form, "invitation"), actor)
            case "remove":
                reason = form.get("why", "").strip()[:1000]
                services()[Staff].dismiss_member(tournament, number_field(form, "joined"), actor, reason)
            case _:
                raise InvalidOptions("/do", Message("Choose what to do."))
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(tournament, error=i18n.tells(refusal), status=KINDS[refusal.slug].status)
    return redirect(url_for("tournament_staff.show", tournament=tournament), 303)


def _parse_role(role: str) -> StaffRole:
    for name in role_names():
        if name == role:
            return name
    raise InvalidOptions("/role", Message("Choose a role: organizer, judge or scorekeeper."))


def _fresh_link(tournament: str) -> tuple[str, str]:
    """Returns the role and address of this browser's last invitation, empty once it has ended."""
    event, secret = session.get(FRESH_LINK, ("", ""))
    if event != tournament:
        return "", ""
    try:
        role = services()[Staff].role_of(tournament, secret)
    except InvalidInvitation:
        session.pop(FRESH_LINK)
        return "", ""
    return role_names()[role], join_link(request.host_url, tournament, secret)


def _render_page(tournament: str, *, error: str = "", status: int = 200) -> Response:
    role, link = _fresh_link(tournament)
    t = services()[TournamentRepository].get(tournament)
    persons = services()[PlayerDirectory].names_of(member.joined.member for member in t.staff.values())
    moment_of, names = times_of(t, page_language()).moment_of, role_names()
    page = render_template(
        "tournament_staff.html",
        tournament=tournament,
        opened=t.settings,
        members=[
            MemberRow(
                seq,
                persons[member.joined.member],
                names[member.role],
                moment_of(member.joined.at),
            )
            for seq, member in t.staff.items()
        ],
        invitations=[
            InvitationRow(seq, names[invited.role], moment_of(invited.expires))
            for seq, invited in open_invitations(t, services()[ProcessState].clock()).items()
        ],
        roles=names,
        role=role,
        link=link,
        code=draw_qr_code(link) if link else "",
        trouble=error,
    )
    headers = {"Cache-Control": "no-store"}
    return Response(page, status, headers, content_type="text/html; charset=utf-8")
