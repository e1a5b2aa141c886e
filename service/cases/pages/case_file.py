"""Page of a case file, to read, print and save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from babel.dates import format_datetime
from flask import Response, redirect, render_template, request, url_for
from msgspec import structs
from werkzeug.wrappers import Response as BaseResponse

from domain.errors import LocalizableError
from domain.model import Viewer
from domain.published import encode
from domain.table import Party
from replays.text.acts import Act

from ...catalog.cardsets import localized_title
from ...http.bodies.json_bodies import JSON
from ...http.heavy import heavy
from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...matches.repository import now
from ...matches.viewing.access import Access
from ...matches.viewing.printed import PrintedMatch
from ...matches.viewing.seat_names import shown_names, viewer_label
from ...matches.viewing.visibility import Window
from ...shared import i18n
from ...site.qr_codes import draw_qr_code
from .. import photos
from ..api.photos import photo_response
from ..file import CaseFile, read_case_file
from ..service import Cases

cases = Pages("cases", __name__)

MAX_FORM_BYTES = photos.MAX_PHOTO_BYTES + 64 * 1024
"""The largest form with a photo."""


@cases.get("/m/<match>/cases/<int:number>")
@heavy
def show(match: str, number: int) -> str:
    """Shows the file of a case to the viewer of `?as=`, in the order of its statements."""
    return _render_file(match, number)


def _render_file(match: str, number: int, trouble: str = "") -> str:
    viewer = _recorded_viewer(match)
    file = read_case_file(services(), match, number, viewer, i18n.page_language())
    window = services()[Access].window(match, viewer)
    match_state = window.load().match
    players, record = shown_names(match_state, services()[PlayerDirectory]), match_state.record
    link = url_for("cases.show", match=match, number=number, _external=True)
    return render_template(
        "case.html",
        title=localized_title(window.game.NAME, i18n.page_language()),
        file=file,
        event=match_state.settings.event,
        is_over=match_state.ended is not None,
        on_real_table=match_state.is_on_table,
        on_table=match_state.is_on_table and not (record and record.scribe),
        players=players,
        called=partial(_party_name, players),
        when=_to_datetime,
        date=_date_format(i18n.page_language()),
        now=now(),
        viewer=_viewer_name(),
        trouble=trouble,
        may_add=viewer.reads_cases and bool(browser.session_token(match, _viewer_name())),
        may_amend=_viewer_name() == "judge" and record is not None and bool(record.recording.entries),
        seen_by=viewer_label(window.viewer, players),
        link=link,
        code=draw_qr_code(link),
        **(_disputed_act(window, file) if record or not match_state.is_on_table else {}),
    )


def _disputed_act(window: Window, file: CaseFile) -> dict[str, Any]:
    """Returns the acts that the claim points to, with boards, rules and the sentence of each moment.

    The result is empty if it points to none.
    """
    if not file.dispute.evidence:
        return {}
    printed = PrintedMatch(window, services()[PlayerDirectory])
    by_moment = {piece.seq: printed.find_act(piece.seq) for piece in file.dispute.evidence}
    acts = list({act.seq: _trim_act(act) for act in by_moment.values()}.values())
    first, last = min(act.seq for act in acts), max(act.last for act in acts)
    boards = [printed.draw_board(max(1, first - 1)), printed.draw_board(last)]
    sentences = {seq: act.text for seq, act in by_moment.items()}
    return {"acts": acts, "boards": boards, "rules": printed.cite_rules(acts), "sentences": sentences}


def _trim_act(act: Act) -> Act:
    """Returns *act* without the folded facts at its end, such as the end of a turn."""
    lines = list(act.lines)
    while len(lines) > 1 and lines[-1].folded:
        lines.pop()
    return structs.replace(act, lines=lines, last=lines[-1].seq) if lines else act


@cases.get("/m/<match>/cases/<int:number>.json", endpoint="data")
@heavy
def download_case_file(match: str, number: int) -> Response:
    """Returns the file of a case as JSON to save."""
    name = f"{match}.case-{number}.json"
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'attachment; filename="{name}"',
    }
    file = read_case_file(services(), match, number, _recorded_viewer(match), i18n.page_language())
    return Response(encode(file), headers=headers, content_type=JSON)


@cases.url_value_preprocessor
def allow_photos(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Raises the body limit to a form with a photo."""
    if endpoint == "cases.add_photo":
        request.max_content_length = MAX_FORM_BYTES


@cases.post("/m/<match>/cases/<int:number>/photos", endpoint="add_photo")
def add_photo_of_form(match: str, number: int) -> BaseResponse | tuple[str, int]:
    """Adds a photo to a case in the name of the viewer of `?as=`, and shows the case again."""
    token = browser.session_token(match, _viewer_name()) or ""
    by = services()[Cases].party_of(match, token)
    upload = request.files.get("photo")
    try:
        photos.add_photo(services(), match, number, by, upload.read() if upload else b"")
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_file(match, number, i18n.tells(refusal)), KINDS[refusal.slug].status
    at_desk = _viewer_name() == "judge" and "desk" in request.form
    case = f"desk?case={number}" if at_desk else f"cases/{number}?as={_viewer_name()}"
    return redirect(f"/m/{match}/{case}", 303)


@cases.get("/m/<match>/photos/<sha256>", endpoint="photo")
def show_photo(match: str, sha256: str) -> Response:
    """Returns a photo to the viewer of `?as=`."""
    return photo_response(match, sha256, browser.session_token(match, _viewer_name()))


def _viewer_name() -> str:
    return request.args.get("as", "spectator")


def _recorded_viewer(match: str) -> Viewer:
    """Returns the viewer of *match* in `?as=`, and records the look of a judge."""
    token = browser.session_token(match, _viewer_name())
    services()[Access].record_look(match, token)
    return services()[Access].viewer_for(match, token)


def _party_name(players: Sequence[str], by: Party) -> str:
    """Returns the player of a seat, or the name on the API token of a judge or organizer."""
    kind, _, name = by.partition(":")
    if kind == "seat":
        return players[int(name)]
    if kind == "judge":
        return i18n.says("judge {name}", name=name)
    return i18n.says("organizer {name}", name=name)


def _to_datetime(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _date_format(language: str) -> Callable[[int], str]:
    """Returns the date format of *language*, for times in milliseconds."""
    return lambda at: format_datetime(_to_datetime(at), "long", locale=language)
