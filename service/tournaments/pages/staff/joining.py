"""The page for accepting an invitation to the staff with a link and a name."""

from __future__ import annotations

from flask import render_template, request
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.errors import LocalizableError

from ....http.middleware.rate_limit_headers import charge_player
from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity import browser
from ....identity.schemas import parse_name
from ....shared import i18n
from ....shared.registry import ProcessState
from ...entry.staff import Membership, Staff
from ...repository import TournamentRepository
from .members import role_names

pages = Pages("staff_joining", __name__)


@pages.get("/t/<tournament>/staff/join")
def show(tournament: str) -> Response:
    """Asks an invited person for the key of the link and a name."""
    return _render_page(tournament)


@pages.post("/t/<tournament>/staff/join")
def join(tournament: str) -> Response:
    """Makes the person a member, and stores the token in this browser."""
    key = request.form.get("key", "").strip().rpartition("#key=")[2]
    account = browser.signed_in_account()
    try:
        services()[Staff].role_of(tournament, key)
        if account is None:
            charge_player()
        person = account or parse_name(request.form.get("name", ""))
        membership = services()[Staff].accept_invitation(tournament, key, person)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(tournament, error=i18n.tells(refusal), status=KINDS[refusal.slug].status)
    session = replace(
        browser.current_session(), api_token=membership.token, judging=services()[ProcessState].clock()
    )
    browser.save_session(session)
    return _render_page(tournament, membership, person if isinstance(person, str) else person.name)


def _render_page(
    tournament: str,
    membership: Membership | None = None,
    person: str = "",
    *,
    error: str = "",
    status: int = 200,
) -> Response:
    t = services()[TournamentRepository].get(tournament)
    page = render_template(
        "tournament_join_staff.html",
        tournament=tournament,
        opened=t.settings,
        membership=membership,
        role=membership and role_names()[membership.role],
        person=person,
        account=browser.signed_in_account(),
        form=request.form,
        trouble=error,
    )
    headers = {"Cache-Control": "no-store"}
    return Response(page, status, headers, content_type="text/html; charset=utf-8")
