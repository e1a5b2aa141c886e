"""Pages of studies, from a moment of a match or from an edited position."""

from __future__ import annotations

import re
from functools import partial
from random import SystemRandom
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from domain import table
from domain.games import GAMES, Game
from domain.model import Answered
from domain.position import game_of
from domain.rules import Rules
from replays.bots.players import BOTS, answer_question

from ...catalog.cardsets import CardSetRegistry
from ...catalog.examples import example_of
from ...catalog.options import complete_options, load_study
from ...http.bodies.struct_bodies import read_script_body, script_response
from ...http.heavy import costly, heavy
from ...http.middleware.work_charges import request_owner
from ...http.pages import Pages
from ...http.requests import optional_token
from ...http.services import services
from ...identity import browser
from ...matches.model import CreatedMatch, MatchSettings
from ...matches.opening.forks import check_over, fork_match
from ...matches.opening.option_form import FIELD_PREFIX, list_choices, option_label, read_options
from ...matches.opening.seating import DEFAULT_BOT, Company, bots_of, seat_learner, seat_players
from ...matches.owners import Payer
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...matches.viewing.access import Access
from ...matches.viewing.studies import is_solo, is_study, list_studies
from ...matches.viewing.viewers import reveals
from ...shared.digests import NonceHash
from ...site.board_data import board_data
from ..position_editor import (
    Edit,
    conceal_cards,
    edit_text,
    lay_out,
    prepare_position,
)

study = Pages("study", __name__)

ADVISER = "quick"
"""The bot that gives advice in a study: of medium level, because it answers at once."""

MAX_NAME = 80
"""Characters in the name of a study."""


class Onwards(Struct, frozen=True, forbid_unknown_fields=True):
    """Fact to continue from, with the players of the seats."""

    seq: int
    company: Company = "alone"
    level: str = DEFAULT_BOT
    seat: int = 0
    player: str = ""
    nonce_hash: NonceHash = ""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a new match for its first position; `fields` are those of the form."""

    game: str
    seats: int
    fields: tuple[tuple[str, str], ...] = ()
    cards: str | None = None


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Position, and its changes; `concealed` makes all cards unknown that lie face down."""

    position: str
    edits: tuple[Edit, ...] = ()
    cards: str | None = None
    concealed: bool = False


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """Position to continue from, with the players of the seats."""

    position: str
    cards: str | None = None
    company: Company = "alone"
    level: str = DEFAULT_BOT
    seat: int = 0
    player: str = ""
    nonce_hash: NonceHash = ""


@study.post("/m/<match>/onwards", endpoint="onwards")
@costly
@reveals
def open_from_fact(match: str) -> Response:
    """Opens a study from a fact of a match, and seats this browser."""
    body = read_script_body(Onwards)
    viewer = services()[Access].viewer_for(match, optional_token())
    if not is_solo(match, services()[MatchRepository].load_match(match).match):
        check_over(services()[MatchRepository], match, viewer)
    bots = bots_of(
        body.company, body.seat, services()[MatchRepository].load_settings(match).seats, body.level
    )
    return _seat_and_redirect(
        fork_match(services(), match, body.seq, bots, payer=Payer(request_owner())).opened, body
    )


@study.post("/m/<match>/advice", endpoint="advice")
@costly
@heavy
@reveals
def advise(match: str) -> Response:
    """Returns the answer of a bot to the open question of a study that this browser plays."""
    viewer = services()[Access].viewer_for(match, optional_token())
    window = services()[Access].window(match, viewer)
    rules, match_state = window.load()
    question = table.open_question(rules, match_state)
    if not is_study(match_state.settings) or question is None or question.seat not in viewer.shares:
        abort(404)
    bots = [BOTS[ADVISER]] * match_state.settings.seats
    facts, _ = answer_question(window.game, rules, match_state, question, bots, SystemRandom())
    picks = next(fact.event.picks for fact in facts if isinstance(fact.event, Answered))
    return script_response({"seq": match_state.seq, "picks": picks})


@study.get("/studies", endpoint="list")
def show_studies() -> str:
    """Lists the studies of this browser with their lines."""
    return render_template("studies.html", studies=list_studies())


@study.post("/studies/<match>/name", endpoint="name")
def name_study(match: str) -> BaseResponse:
    """Stores the name of a study of this browser, and redirects back to it."""
    browser.name_study(match, " ".join(request.form.get("name", "").split())[:MAX_NAME])
    return redirect(url_for("study.list"), 303)


@study.get("/study", endpoint="desk")
def show_editor() -> str:
    """Shows the editor of positions for the game in `?game=`, and for the case in `?case=`."""
    game = GAMES.get(request.args.get("game", ""), next(iter(GAMES.values())))
    cards = request.args.get("cards") or None
    rules = game.make_rules(services()[CardSetRegistry].find_cards(game.NAME, cards).book)
    page = board_data(game, rules)
    return render_template(
        "study.html",
        games=GAMES,
        game=game,
        sets=services()[CardSetRegistry].list_sets(game.NAME),
        cards=cards,
        choices=list_choices(game.NAME, game.Options),
        called=partial(option_label, game.NAME),
        field=FIELD_PREFIX,
        cast=game.list_characters(rules.book),
        names=page["words"]["names"],
        page={**page, "cards": cards, "case": _case_of_query()},
    )


@study.post("/study/start", endpoint="start")
def start_position() -> Response:
    """Returns the first position of a new match."""
    body = read_script_body(Start)
    game, rules = _load_rules(body.game, body.cards)
    options = read_options(game, game.list_characters(rules.book), MultiDict(body.fields), body.seats)
    text = prepare_position(game, rules, complete_options(game, options), body.seats)
    return script_response(lay_out(game, rules, text))


@study.post("/study/position", endpoint="change")
def edit_position() -> Response:
    """Returns a position after some changes, with its scene."""
    body = read_script_body(Change)
    game, rules = _load_rules(game_of(body.position), body.cards)
    text = body.position
    if body.edits:
        text = edit_text(game, rules, text, body.edits)
    if body.concealed:
        text = conceal_cards(game, rules, text)
    return script_response(lay_out(game, rules, text))


@study.post("/study", endpoint="begin")
@costly
def open_study() -> Response:
    """Opens a study from a position, and seats this browser."""
    opening = read_script_body(Opening)
    game, rules = _load_rules(game_of(opening.position), opening.cards)
    bots = bots_of(
        opening.company, opening.seat, load_study(game, rules.book, opening.position).seats, opening.level
    )
    match_settings = MatchSettings(bots=bots, payer=Payer(request_owner()))
    return _seat_and_redirect(
        services()[MatchService].open_study(game.NAME, opening.position, opening.cards, match_settings),
        opening,
    )


@study.post("/study/examples/<number>", endpoint="example")
def open_example(number: str) -> BaseResponse:
    """Opens the example of a rule as a private study for this browser, and redirects to it."""
    entry = example_of(number) or abort(404)
    opened = services()[MatchService].open_study(
        entry[0], entry[1].position, match_settings=MatchSettings(private=True)
    )
    seat_learner(opened)
    return redirect(url_for("web.match", match=opened.match), 303)


def _case_of_query() -> dict[str, Any] | None:
    """Returns the case to note a position in, with its match and its viewer, or `None`."""
    match = re.fullmatch(r"([0-9A-Za-z]{1,40})/([1-9][0-9]{0,5})", request.args.get("case", ""))
    if match is None:
        return None
    return {"match": match[1], "number": int(match[2]), "viewer": request.args.get("as", "judge")}


def _load_rules(name: str, cards: str | None) -> tuple[Game, Rules[Any, Any]]:
    game = services()[MatchRepository].find_game(name)
    return game, game.make_rules(services()[CardSetRegistry].find_cards(game.NAME, cards).book)


def _seat_and_redirect(opened: CreatedMatch, body: Onwards | Opening) -> Response:
    seat_players(opened, body.company, body.seat, body.player, body.nonce_hash)
    return script_response({"address": url_for("web.match", match=opened.match)})
