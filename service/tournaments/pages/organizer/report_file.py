"""The page on which an organizer previews a report file, and opens a tournament that goes on from it."""

from __future__ import annotations

from typing import Any

from flask import render_template, request
from werkzeug.wrappers import Response

from domain.errors import LocalizableError

from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....shared import i18n
from ...errors import Mistake
from ...report_files.model import MAX_CHARACTERS, MAX_ROUNDS, InvalidReport
from ...report_files.opening import PreparedReport, ReportOpener
from ...report_files.options import ReportFile
from ...report_files.reading import decode
from .. import words
from ..announcing import founder
from .desk import links_of
from .desk_access import door

report_files = Pages("report_file", __name__)

MAX_FORM_BYTES = 6 * MAX_CHARACTERS
"""The largest form: a report as text and as a file, with its framing."""


@report_files.url_value_preprocessor
def allow_large_form(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Admits the form of a report file."""
    request.max_content_length = request.max_form_memory_size = MAX_FORM_BYTES


@report_files.get("/t/new/report")
def show() -> str:
    """Asks an organizer for a report file."""
    return _page("") if founder() is not None else door("")


@report_files.post("/t/new/report")
def act() -> str | tuple[str, int] | Response:
    """Previews the report file of a form, or opens its tournament and shows the links of its players."""
    organizer, form = founder(), request.form
    if organizer is None:
        return door(""), 401
    text = form.get("report", "")
    if (upload := request.files.get("file")) is not None and upload.filename:
        text = decode(upload.read())
    rounds = form.get("rounds", "")
    number = int(rounds) if rounds.isascii() and rounds.isdecimal() else 0
    game = form.get("game", "")
    file = ReportFile(text[:MAX_CHARACTERS], game, rounds=number if 0 < number <= MAX_ROUNDS else None)
    try:
        prepared = services()[ReportOpener].prepare(file, organizer)
        if form.get("do") != "open":
            return _page(text, preview=prepared)
        command_result = services()[ReportOpener].open(file, organizer)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        errors = refusal.mistakes if isinstance(refusal, InvalidReport) else ()
        return _page(text, trouble=i18n.tells(refusal), errors=errors), KINDS[refusal.slug].status
    return _page(
        "", tournament=command_result.tournament, links=links_of(command_result.tournament, command_result)
    )


def _page(
    text: str,
    preview: PreparedReport | None = None,
    trouble: str = "",
    errors: tuple[Mistake, ...] = (),
    tournament: str = "",
    links: list[tuple[str, str]] | None = None,
) -> str:
    return render_template(
        "tournament_report_file.html",
        text=text,
        preview=preview,
        trouble=trouble,
        errors=errors,
        tournament=tournament,
        links=links or (),
        chosen=request.form,
        say=words.sentence_with_names,
    )
