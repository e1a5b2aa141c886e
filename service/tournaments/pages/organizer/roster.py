"""The page for previewing and registering a list of players."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.errors import LocalizableError

from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....shared import i18n
from ....shared.registry import ProcessState
from ...commands import RegisterRoster
from ...errors import InvalidRoster
from ...queries.views import state_of
from ...repository import TournamentRepository
from ...rosters.encodings import MAX_ROSTER_BYTES, decode_roster
from ...rosters.preview import RosterPreview
from ...service import TournamentService
from .. import labels
from .desk_access import staff_actor, token_page

pages = Pages("roster", __name__)

MAX_FORM_BYTES = 3 * MAX_ROSTER_BYTES
"""The largest form, with a list as text and as a file."""


@pages.url_value_preprocessor
def allow_large_form(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Raises the body limit to the form of a list."""
    request.max_content_length = request.max_form_memory_size = MAX_FORM_BYTES


@pages.get("/t/<tournament>/roster")
def show(tournament: str) -> str:
    """Shows the form for a list of players to an organizer."""
    return _render_page(tournament, "") if staff_actor(tournament).manages else token_page("", tournament)


@pages.post("/t/<tournament>/roster")
def act(tournament: str) -> str | tuple[str, int] | Response:
    """Previews the list of a form, or registers it and redirects to the links of its players."""
    actor = staff_actor(tournament)
    if not actor.manages:
        return token_page("", tournament), 401
    form = request.form
    file = form.get("roster", "").encode(errors="replace")
    if (upload := request.files.get("file")) is not None and upload.filename:
        file = upload.read()
    try:
        text = decode_roster(file).text.removeprefix("\ufeff")
        if form.get("do") != "register":
            return _render_page(tournament, text, _preview_roster(tournament, file))
        command = RegisterRoster(text, accept_similar="accept_similar" in form)
        services()[TournamentService].run_command(tournament, command, actor)
    except InvalidRoster as refusal:
        status = KINDS[refusal.slug].status
        return _render_page(
            tournament, form.get("roster", ""), _preview_roster(tournament, file), refusal
        ), status
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(tournament, text, refusal=refusal), KINDS[refusal.slug].status
    return redirect(url_for("entries.show_links", tournament=tournament), 303)


def _preview_roster(tournament: str, file: bytes) -> RosterPreview:
    t = services()[TournamentRepository].get(tournament)
    return services()[TournamentService].previews.preview_roster(
        tournament, t, file, services()[ProcessState].clock(), labels.sentence_with_names
    )


def _render_page(
    tournament: str,
    text: str,
    preview: RosterPreview | None = None,
    refusal: LocalizableError | None = None,
) -> str:
    t = services()[TournamentRepository].get(tournament)
    return render_template(
        "tournament_roster.html",
        tournament=tournament,
        opened=t.settings,
        state=state_of(t),
        states=labels.state_names(),
        fields=labels.roster_field_names(),
        text=text,
        preview=preview,
        trouble=i18n.tells(refusal) if refusal else "",
    )
