"""Studies: played on from a moment of a match, or from a position that is set up here."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from domain.games import GAMES, Game
from domain.position import game_of
from domain.rules import Rules

from ...catalog.cardsets import CardSetRegistry
from ...catalog.examples import example_of
from ...catalog.options import chosen, resumed
from ...http.bodies.struct_bodies import read_script_body, script_response
from ...http.pages import Pages
from ...http.requests import optional_token
from ...http.services import services
from ...matches.model import MatchSettings, Opened
from ...matches.opening.forks import check_open, fork
from ...matches.opening.option_form import FIELD, called, choices, picked
from ...matches.opening.seating import BOT, Company, bots_of, gather
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals
from ...site.board_data import board_data
from ..position_editor import Edit, edited, fresh, laid

study = Pages("study", __name__)


class Onwards(Struct, frozen=True, forbid_unknown_fields=True):
    """From which fact of a match to play on, who sits where, and who plays the other seats."""

    seq: int
    company: Company = "alone"
    level: str = BOT
    seat: int = 0
    player: str = ""
    nonce: str = ""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Of which fresh match to take the position: `fields` are those of the form, as `choices` reads them."""

    game: str
    seats: int
    fields: tuple[tuple[str, str], ...] = ()
    cards: str | None = None


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what is to be changed of it."""

    position: str
    edits: tuple[Edit, ...] = ()
    cards: str | None = None


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to play on from, who sits where, and who plays the other seats."""

    position: str
    cards: str | None = None
    company: Company = "alone"
    level: str = BOT
    seat: int = 0
    player: str = ""
    nonce: str = ""


@study.post("/m/<match>/onwards")
@reveals
def onwards(match: str) -> Response:
    """Opens a study that goes on from a fact of a match, and seats who plays it in this browser."""
    asked = read_script_body(Onwards)
    check_open(services()[MatchRepository], match, services()[Access].viewer_for(match, optional_token()))
    bots = bots_of(asked.company, asked.seat, services()[MatchRepository].opened(match).seats, asked.level)
    return _gathered(fork(services(), match, asked.seq, bots).opened, asked)


@study.get("/study")
def desk() -> str:
    """Shows where a position is set up, in the game of `?game=`."""
    game = GAMES.get(request.args.get("game", ""), next(iter(GAMES.values())))
    cards = request.args.get("cards") or None
    rules = game.make_rules(services()[CardSetRegistry].cards(game.NAME, cards).book)
    page = board_data(game, rules)
    return render_template(
        "study.html",
        games=GAMES,
        game=game,
        sets=services()[CardSetRegistry].sets(game.NAME),
        cards=cards,
        choices=choices(game.NAME, game.Options),
        called=partial(called, game.NAME),
        field=FIELD,
        cast=game.list_characters(rules.book),
        names=page["words"]["names"],
        page={**page, "cards": cards},
    )


@study.post("/study/start")
def start() -> Response:
    """Tells the position that a fresh match begins from."""
    asked = read_script_body(Start)
    game, rules = _rules(asked.game, asked.cards)
    options = picked(game, game.list_characters(rules.book), MultiDict(asked.fields), asked.seats)
    text = fresh(game, rules, chosen(game, options), asked.seats)
    return script_response(laid(game, rules, text))


@study.post("/study/position")
def change() -> Response:
    """Tells a position as it is after some changes, and how to draw it."""
    asked = read_script_body(Change)
    game, rules = _rules(game_of(asked.position), asked.cards)
    text = edited(asked.position, asked.edits) if asked.edits else asked.position
    return script_response(laid(game, rules, text))


@study.post("/study")
def begin() -> Response:
    """Opens a study from a position, and seats who plays it in this browser."""
    opening = read_script_body(Opening)
    game, rules = _rules(game_of(opening.position), opening.cards)
    bots = bots_of(
        opening.company, opening.seat, resumed(game, rules.book, opening.position).seats, opening.level
    )
    match_settings = MatchSettings(bots=bots)
    return _gathered(
        services()[MatchService].study(game.NAME, opening.position, opening.cards, match_settings), opening
    )


@study.post("/study/examples/<number>")
def example(number: str) -> BaseResponse:
    """Opens the example of a rule, every seat of it for this browser alone, and leads there."""
    found = example_of(number) or abort(404)
    opened = services()[MatchService].study(found[0], found[1].position, around=MatchSettings(private=True))
    gather(opened, "alone", 0, "", "")
    return redirect(url_for("web.match", match=opened.match), 303)


def _rules(name: str, cards: str | None) -> tuple[Game, Rules[Any, Any]]:
    game = services()[MatchRepository].game(name)
    return game, game.make_rules(services()[CardSetRegistry].cards(game.NAME, cards).book)


def _gathered(opened: Opened, asked: Onwards | Opening) -> Response:
    gather(opened, asked.company, asked.seat, asked.player, asked.nonce)
    return script_response({"address": url_for("web.match", match=opened.match)})
