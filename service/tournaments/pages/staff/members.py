"""Page of the staff of a tournament: members, open invitations, and new ones."""

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
from ....shared.languages import chosen
from ....shared.process_state import ProcessState
from ...entry.invitations import join_link
from ...entry.staff import Staff
from ...queries.zones import times_of
from ...repository import TournamentRepository
from ..organizer.desk_access import door, organizer
from ..organizer.desk_form import number
from ..qr_codes import draw_qr_code

staff = Pages("tournament_staff", __name__)


FRESH_LINK = "staff_link"
"""The name under which the cookie of an organizer keeps the last link: its tournament and its secret."""


class MemberRow(NamedTuple):
    """A member: the fact of joining, the person, the role, and when it was."""

    joined: int
    person: str
    role: str
    since: str


class InvitationRow(NamedTuple):
    """An open invitation: its fact, the role, and the end of it."""

    invitation: int
    role: str
    expires: str


def roles() -> dict[StaffRole, str]:
    """Returns the roles in words."""
    return {
        "organizer": i18n.says("Organizer"),
        "judge": i18n.says("Judge"),
        "scorekeeper": i18n.says("Scorekeeper"),
    }


@staff.get("/t/<tournament>/staff")
def show(tournament: str) -> Response | tuple[str, int]:
    """Shows the staff to an organizer, or asks for an API token."""
    if not organizer(tournament).manages:
        return door("", tournament), 401
    return _page(tournament)


@staff.post("/t/<tournament>/staff")
def act(tournament: str) -> Response | tuple[str, int]:
    """Invites, withdraws an invitation, or removes a member."""
    actor = organizer(tournament)
    if not actor.manages:
        return door("", tournament), 401
    form = request.form
    try:
        match form.get("do"):
            case "invite":
                role = _role(form.get("role", ""))
                secret = services()[Staff].invite(tournament, role, actor).tokens[0]
                session[FRESH_LINK] = (tournament, secret)
            case "withdraw":
                services()[Staff].withdraw(tournament, number(form, "invitation"), actor)
            case "remove":
                reason = form.get("why", "").strip()[:1000]
                services()[Staff].remove(tournament, number(form, "joined"), actor, reason)
            case _:
                raise InvalidOptions("/do", Message("Choose what to do."))
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _page(tournament, trouble=i18n.tells(refusal), status=KINDS[refusal.slug].status)
    return redirect(url_for("tournament_staff.show", tournament=tournament), 303)


def _role(role: str) -> StaffRole:
    for name in roles():
        if name == role:
            return name
    raise InvalidOptions("/role", Message("Choose a role: organizer, judge or scorekeeper."))


def _fresh_link(tournament: str) -> tuple[str, str]:
    """Returns the role and the address of the last invitation by this browser, empty once it is not open."""
    event, secret = session.get(FRESH_LINK, ("", ""))
    if event != tournament:
        return "", ""
    try:
        role = services()[Staff].role_of(tournament, secret)
    except InvalidInvitation:
        session.pop(FRESH_LINK)
        return "", ""
    return roles()[role], join_link(tournament, secret)


def _page(tournament: str, *, trouble: str = "", status: int = 200) -> Response:
    role, link = _fresh_link(tournament)
    t = services()[TournamentRepository].get(tournament)
    persons = services()[PlayerDirectory].names(member.joined.member for member in t.staff.values())
    moment_of, called = times_of(t, chosen()).moment_of, roles()
    page = render_template(
        "tournament_staff.html",
        tournament=tournament,
        opened=t.settings,
        members=[
            MemberRow(
                seq,
                persons[member.joined.member],
                called[member.role],
                moment_of(member.joined.at),
            )
            for seq, member in t.staff.items()
        ],
        invitations=[
            InvitationRow(seq, called[invited.role], moment_of(invited.expires))
            for seq, invited in open_invitations(t, services()[ProcessState].clock()).items()
        ],
        roles=called,
        role=role,
        link=link,
        code=draw_qr_code(link) if link else "",
        trouble=trouble,
    )
    headers = {"Cache-Control": "no-store"}
    return Response(page, status, headers, content_type="text/html; charset=utf-8")
