"""The page for self-registration by name or with an account."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.tournament.refusals import Refused
from domain.tournament.registrations.registration import check_registration_open, free_places

from ...http.middleware.rate_limit_headers import charge_registration
from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.services import services
from ...identity import browser
from ...shared.digests import sent_hash
from ...shared.languages import page_language
from ...shared.player_names import MAX_NAME_LENGTH
from ...shared.registry import ProcessState
from ..access import SPECTATOR
from ..entry.entrants import SelfRegistration
from ..errors import InvalidRoster
from ..queries.views import state_of, visible_tournament
from ..queries.zones import times_of
from ..repository import TournamentRepository
from ..service import TournamentService
from . import labels

pages = Pages("self_registration", __name__)


@pages.get("/t/<tournament>/register")
def show(tournament: str) -> str:
    """Shows the form for registration, or the reason for its absence."""
    return _render_page(tournament)


@pages.post("/t/<tournament>/register")
def register(tournament: str) -> Response | str | tuple[str, int]:
    """Registers a signed-in account, or a guest by name and shows its link."""
    account, name = browser.signed_in_account(), request.form.get("name", "")
    try:
        charge_registration()
        self_registration = SelfRegistration(
            None if account else name[: 2 * MAX_NAME_LENGTH], sent_hash(request.form)
        )
        command_result = services()[TournamentService].register_oneself(
            tournament, self_registration, account.id if account else ""
        )
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        [first, *_] = refusal.errors if isinstance(refusal, InvalidRoster) else [None]
        text = (
            labels.sentence_with_names(first.message)
            if first
            else labels.sentence_with_names(refusal.message)
        )
        return _render_page(tournament, text), KINDS[refusal.slug].status
    if account:
        return redirect(url_for("my_table.show", tournament=tournament), 303)
    [key] = command_result.tokens
    session = browser.current_session()
    browser.save_session(replace(session, tournaments={**session.tournaments, tournament: key}))
    own = url_for("my_table.show", tournament=tournament, _external=True)
    return _render_page(tournament, link=f"{own}#key={key}")


def _render_page(tournament: str, error: str = "", link: str = "") -> str:
    t = services()[TournamentRepository].get(tournament)
    until = t.registration.until if t.registration else 0
    try:
        check_registration_open(t, services()[ProcessState].clock())
        closed = ""
    except Refused as refusal:
        closed = labels.sentence_with_names(refusal.message)
    return render_template(
        "tournament_register.html",
        tournament=tournament,
        opened=t.settings,
        state=state_of(visible_tournament(SPECTATOR, t)),
        states=labels.state_names(),
        account=browser.signed_in_account(),
        until=times_of(t, page_language()).moment_of(until) if until else "",
        places=free_places(t),
        closed=closed,
        trouble=error,
        link=link,
        form=request.form,
    )
