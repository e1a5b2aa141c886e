"""Score sheets to print: blank ones of a game, and those of matches."""

from __future__ import annotations

from flask import Response, request, url_for

from domain.sheets.sheet import parse_sheet

from ...catalog.cardsets import localized_title
from ...http.heavy import costly, heavy
from ...http.pages import Pages
from ...http.services import services
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals, viewer_of
from ...shared.i18n import page_language
from ..paper import Paper, read_rows
from ..paper_files import paper_response
from ..sheet_texts import write_replay

sheets = Pages("sheet_pages", __name__)


@sheets.get("/sheets/<game>.pdf")
@costly
@heavy
def show_blank(game: str) -> Response:
    """Shows a blank sheet of a game for `?seats=`, by default the smallest number."""
    game_def = services()[MatchRepository].find_game(game)
    seats = request.args.get("seats", 0, int)
    count = seats if seats in game_def.SEATS else game_def.SEATS[0]
    title, link = localized_title(game, page_language()), url_for("web.lobby", _external=True)
    return paper_response([Paper(title, "", link, [""] * count, game_def.SHEET.check_word)], f"{game}.pdf")


@sheets.get("/m/<match>/sheet.pdf")
@costly
@heavy
@reveals
def show_match(match: str) -> Response:
    """Shows the sheet of a match as the public sees it."""
    window = services()[Access].window(match, viewer_of(match))
    text = write_replay(window.game, window.load_replay())
    seats = [" ".join(word.text for word in line.words) for line in parse_sheet(text).seats]
    title = localized_title(window.game.NAME, page_language())
    link = url_for("web.match", match=match, _external=True)
    paper = Paper(title, "", link, seats, window.game.SHEET.check_word, read_rows(text))
    return paper_response([paper], f"{match}.pdf")
