"""The page for previewing a report file and opening its tournament."""

from __future__ import annotations

from typing import Any

from flask import render_template, request
from werkzeug.wrappers import Response

from domain.errors import LocalizableError

from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....shared import i18n
from ...errors import InputError
from ...report_files.model import MAX_CHARACTERS, MAX_ROUNDS, InvalidReport
from ...report_files.opening import PreparedReport, ReportOpener
from ...report_files.options import ReportFile
from ...report_files.reading import decode_report
from .. import labels
from ..announcing import founding_organizer
from .desk import links_of
from .desk_access import token_page

pages = Pages("report_file", __name__)

MAX_FORM_BYTES = 6 * MAX_CHARACTERS
"""The largest form, with a report as text and as a file."""


@pages.url_value_preprocessor
def allow_large_form(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Raises the body limit to the form of a report file."""
    request.max_content_length = request.max_form_memory_size = MAX_FORM_BYTES


@pages.get("/t/new/report")
def show() -> str:
    """Shows the form for a report file to an organizer."""
    return _render_page("") if founding_organizer() is not None else token_page("")


@pages.post("/t/new/report")
def act() -> str | tuple[str, int] | Response:
    """Previews a report file, or opens its tournament and shows the links of its players."""
    organizer, form = founding_organizer(), request.form
    if organizer is None:
        return token_page(""), 401
    text = form.get("report", "")
    if (upload := request.files.get("file")) is not None and upload.filename:
        text = decode_report(upload.read())
    rounds = form.get("rounds", "")
    number = int(rounds) if rounds.isascii() and rounds.isdecimal() else 0
    game = form.get("game", "")
    file = ReportFile(text[:MAX_CHARACTERS], game, rounds=number if 0 < number <= MAX_ROUNDS else None)
    try:
        prepared = services()[ReportOpener].prepare_report(file, organizer)
        if form.get("do") != "open":
            return _render_page(text, preview=prepared)
        command_result = services()[ReportOpener].open_report(file, organizer)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        errors = refusal.errors if isinstance(refusal, InvalidReport) else ()
        return _render_page(text, error=i18n.tells(refusal), errors=errors), KINDS[refusal.slug].status
    return _render_page(
        "", tournament=command_result.tournament, links=links_of(command_result.tournament, command_result)
    )


def _render_page(
    text: str,
    preview: PreparedReport | None = None,
    error: str = "",
    errors: tuple[InputError, ...] = (),
    tournament: str = "",
    links: list[tuple[str, str]] | None = None,
) -> str:
    return render_template(
        "tournament_report_file.html",
        text=text,
        preview=preview,
        trouble=error,
        errors=errors,
        tournament=tournament,
        links=links or (),
        chosen=request.form,
        say=labels.sentence_with_names,
    )
