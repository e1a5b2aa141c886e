"""Pages of the judge's desk and of the queue, with cases, positions, rulings and what-ifs."""

from __future__ import annotations

from typing import Any, get_args

from flask import redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.games import GAMES
from domain.messages import Message
from domain.table import WrongMoment
from domain.table.facts import Outcome

from ...catalog.cardsets import localized_title
from ...history.position_editor import Edit, apply_edits, lay_out
from ...http.bodies.struct_bodies import read_script_body, script_response
from ...http.pages import Pages
from ...http.requests import require_token
from ...http.services import services
from ...identity import browser
from ...identity.api_tokens import ApiToken, EventNames
from ...identity.players import PlayerDirectory
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.seat_names import shown_names
from ...matches.viewing.viewers import reveals
from ...shared import i18n
from ...shared.errors import UnknownToken
from ...shared.registry import ProcessState
from ...site.board_data import board_data
from ..service import Cases

desk = Pages("desk", __name__)


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """Position and its changes, by default the present position of the match."""

    position: str = ""
    edits: tuple[Edit, ...] = ()


@desk.get("/judge")
def door() -> str:
    """Asks for a judge's API token, or shows the queue to a judge."""
    return _render_door("")


@desk.post("/judge")
def enter() -> str | tuple[str, int] | Response:
    """Stores a judge's API token in this browser, and redirects to the desk of the match."""
    token, match = request.form.get("token", "").strip(), request.form.get("match", "")
    try:
        api_token = services()[Access].api_token(token)
    except UnknownToken as error:
        return _render_door(i18n.tells(error)), 401
    if "judge" not in api_token.scopes:
        return _render_door(i18n.says("This API token is not a judge’s.")), 403
    browser.save_session(
        replace(browser.current_session(), api_token=token, judging=services()[ProcessState].clock())
    )
    return redirect(url_for("desk.show", match=match) if match else url_for("desk.door"))


@desk.post("/judge/leave")
def leave() -> Response:
    """Removes the API token from this browser."""
    browser.save_session(replace(browser.current_session(), api_token=""))
    return redirect(url_for("desk.door"))


@desk.get("/m/<match>/desk")
def show(match: str) -> str | Response:
    """Shows the desk of a match. Its scripts fetch hidden information on request of the judge."""
    api_token = browser_api_token()
    rules, match_state = services()[MatchRepository].load_match(match)
    if api_token is None:
        return redirect(url_for("desk.door", match=match))
    if match_state.is_on_table and match_state.cases and match_state.settings.event:
        tournament, number = match_state.settings.event, request.args.get("case", 1, int)
        return redirect(url_for("table_case.show", tournament=tournament, match=match, number=number))
    game = services()[MatchRepository].find_game(match_state.settings.game)
    players = shown_names(match_state, services()[PlayerDirectory])
    page = {
        **board_data(game, rules),
        "match": match,
        "judge": api_token.name,
        "over": match_state.ended is not None,
        "recorded": match_state.is_on_table,
        "players": players,
        "outcomes": get_args(Outcome),
    }
    return render_template(
        "desk.html",
        match=match,
        title=localized_title(game.NAME, i18n.page_language()),
        players=players,
        judge=api_token.name,
        page=page,
    )


@desk.post("/m/<match>/desk/position", endpoint="position")
@reveals
def edit_position(match: str) -> Response:
    """Returns the present position of a match, or another after some changes, to correct it."""
    correction = read_script_body(Correction)
    token = require_token()
    services()[Cases].require_judge(match, token)
    rules, match_state = services()[MatchRepository].load_match(match)
    game = services()[MatchRepository].find_game(match_state.settings.game)
    if match_state.is_on_table:
        raise WrongMoment(Message("At a real table the scribe or a judge notes an irregularity instead."))
    if match_state.position.running is not None:
        raise WrongMoment(
            Message(
                "An effect is under way: rewind to the answer that began it, and correct the match there."
            )
        )
    text = correction.position or game.write_position(match_state.position.board)
    return script_response(
        lay_out(game, rules, apply_edits(text, correction.edits) if correction.edits else text)
    )


def browser_api_token() -> ApiToken | None:
    """Returns the API token of the judge at this browser, if it is still valid."""
    token = browser.current_session().api_token
    try:
        api_token = services()[Access].api_token(token) if token else None
    except UnknownToken:
        return None
    return api_token if api_token is not None and "judge" in api_token.scopes else None


def _render_door(error: str) -> str:
    match: Any = request.values.get("match", "")
    api_token, event = browser_api_token(), request.args.get("event", "")
    page = api_token and {
        "judge": api_token.name,
        "event": api_token.event or event,
        "title": f"{i18n.says('Cases that wait')} · Recount",
        "titles": {name: localized_title(name, i18n.page_language()) for name in GAMES},
    }
    return render_template(
        "judge.html",
        api_token=api_token,
        names=services()[EventNames].read(api_token) if api_token else None,
        match=match,
        trouble=error,
        event=event,
        page=page,
    )
