"""The position of a real table, laid out for a scribe or a judge who corrects it on its board."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from ...history.position_editor import Edit, edit_text, lay_out
from ...http.bodies.struct_bodies import read_script_body, script_response
from ...http.heavy import costly
from ...http.pages import Pages
from ...http.requests import require_token
from ...http.services import services
from ...matches.repository import MatchRepository
from ..service import Recordings

pages = Pages("table_positions", __name__)


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Position with its changes, by default the present position of the table."""

    position: str = ""
    edits: tuple[Edit, ...] = ()


class TableLayout(Struct, frozen=True):
    """Position with the scene that shows it, and `told`, the facts of the effect under way at the table.

    `unseen` are the cards without a place, by the part of the notation.
    """

    position: str
    scene: dict[str, Any]
    seats: int
    unseen: dict[str, list[str]]
    told: tuple[str, ...]


@pages.post("/m/<match>/record/position", endpoint="edit")
@costly
def edit_position(match: str) -> Response:
    """Returns a position after some changes, with unknown cards as blanks, and writes nothing."""
    services()[Recordings].party_of(match, require_token())
    change = read_script_body(Change)
    loaded = services()[MatchRepository].load_match(match)
    game, rules = services()[MatchRepository].find_game(loaded.match.settings.game), loaded.rules
    present, told = services()[Recordings].write_position(loaded)
    text = change.position or present
    if change.edits:
        text = edit_text(game, rules, text, change.edits)
    laid = lay_out(game, rules, text)
    return script_response(TableLayout(laid.position, laid.scene, laid.seats, laid.unseen, told))
