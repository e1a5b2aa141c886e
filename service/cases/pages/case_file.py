"""The file of a case as a page: to read, to print, to keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from babel.dates import format_datetime
from flask import Response, render_template, request

from domain.model import Viewer
from domain.published import encode
from domain.table import Party

from ...catalog.playable_games import title
from ...http.bodies.json_bodies import JSON
from ...http.heavy import heavy
from ...http.pages import Pages
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...matches.repository import now
from ...matches.viewing.access import Access
from ...matches.viewing.seat_names import shown_names, viewer_label
from ...shared import i18n
from ..file import read

cases = Pages("cases", __name__)


@cases.get("/m/<match>/cases/<int:number>")
@heavy
def show(match: str, number: int) -> str:
    """Shows the file of a case as `?as=` may read it, in the order in which things were said."""
    viewer = _looking(match)
    file = read(services(), match, number, viewer, i18n.chosen())
    window = services()[Access].window(match, viewer)
    players = shown_names(window.current().match, services()[PlayerDirectory])
    return render_template(
        "case.html",
        title=title(window.game.NAME, i18n.chosen()),
        file=file,
        said=sorted([file.dispute, *file.answers, *file.rulings, *file.appeals], key=lambda each: each.seq),
        players=players,
        called=partial(_party_name, players),
        when=_when,
        date=_dated(i18n.chosen()),
        now=now(),
        viewer=_eyes(),
        seen_by=viewer_label(window.viewer, players),
    )


@cases.get("/m/<match>/cases/<int:number>.json")
@heavy
def data(match: str, number: int) -> Response:
    """Sends the same as data, to keep."""
    name = f"{match}.case-{number}.json"
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'attachment; filename="{name}"',
    }
    file = read(services(), match, number, _looking(match), i18n.chosen())
    return Response(encode(file), headers=headers, content_type=JSON)


def _eyes() -> str:
    return request.args.get("as", "spectator")


def _looking(match: str) -> Viewer:
    """Returns who looks at *match*, as `?as=` names them; that a judge looks is put on record."""
    token = browser.session_token(match, _eyes())
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


def _when(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _dated(language: str) -> Callable[[int], str]:
    """Returns how *language* tells a time, which comes in milliseconds."""
    return lambda at: format_datetime(_when(at), "long", locale=language)
