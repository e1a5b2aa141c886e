"""Pages to open a match, with a choice of game and a form of its options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product
from typing import NamedTuple

import marshmallow as ma
from flask import redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.decider import Unplayable
from domain.errors import InvalidField
from domain.messages import Message
from domain.table import Delay

from ...catalog import rulebook
from ...catalog.cardsets import CardSetRegistry
from ...catalog.options import parse_value
from ...catalog.playable_games import Playable
from ...http.heavy import costly
from ...http.middleware.work_charges import request_owner
from ...http.services import services
from ...identity import browser
from ...identity.visitors import browser_player
from ...shared import digests
from ...shared.errors import InvalidOptions
from ...shared.i18n import page_language, tells
from ..model import MatchSettings
from ..opening import clock_form
from ..opening.game_form import GameForm, choice_fields
from ..opening.option_form import FIELD_PREFIX, Choice, list_choices, read_options
from ..opening.rematches import Rematches
from ..opening.seating import DEFAULT_BOT, level_of, seat_players
from ..owners import Payer
from ..repository import MatchRepository
from ..schemas import Lateness
from ..service import MatchService
from ..viewing.seat_names import names_of
from .join import claim_for_browser

NO_SEAT = "none"
"""Form value of an opener without a seat."""


class WordedRule(NamedTuple):
    """Rule in the language of the request, or else in English."""

    number: str
    language: str
    text: str


def show_form() -> str:
    """Shows the choice of a game, or the form of one game."""
    return FORM.show()


@costly
def open_match() -> Response | tuple[str, int]:
    """Opens a match from the form, or shows the form with its errors."""
    return FORM.submit()


@costly
def open_again(match: str) -> Response:
    """Opens a match like that of this browser against bots, and redirects to it, or else to the form."""
    seats = browser.seats_of(match)
    if not seats:
        return redirect(url_for("web.new"), 303)
    match_state = services()[MatchRepository].load_match(match).match
    form = redirect(url_for("web.new", game=match_state.settings.game), 303)
    if match_state.is_study or len(match_state.bots) != match_state.settings.seats - 1 or len(seats) > 1:
        return form
    name = names_of(match_state)[seats[0]] or ""
    if name:
        try:
            browser_player(name)
        except InvalidOptions:  # somebody has an account with this name now
            return form
    opened = services()[Rematches].open_alike(match_state, Payer(request_owner()))
    seat_players(opened, "bots", seats[0], name, digests.sent_hash(request.form))
    return redirect(url_for("web.match", match=opened.match), 303)


def _create_match(game: Playable, form: MultiDict[str, str]) -> str:
    """Opens a match and seats this browser; raises `InvalidOptions` and `Unplayable`."""
    seats = _parse_number(form.get("seats") or str(game.game.SEATS[0]))
    own_seat = None if form.get("mine") == NO_SEAT else _parse_number(form.get("mine", "0"))
    player = "" if own_seat is None else browser_player(form.get("player", ""))
    seat_count = seats if seats in game.game.SEATS else 0
    if seat_count and own_seat is not None and own_seat >= seat_count:
        raise InvalidOptions("/mine", Message("There are {seats} seats: take one of them.", seats=seats))
    bot = level_of(form.get("level", DEFAULT_BOT))
    bots = {seat: bot for seat in range(seat_count) if seat != own_seat and form.get(f"who.{seat}") == "bot"}
    if seat_count and len(bots) == seat_count:
        sentence = Message(
            "Bots play alone only through the API, with a token: sit down yourself, or leave a seat to a "
            "person."
        )
        raise InvalidOptions("/mine", sentence)
    anybody = [
        seat for seat in range(seat_count) if seat != own_seat and form.get(f"who.{seat}") == "anybody"
    ]
    match_settings = MatchSettings(
        delay=_read_delay(form),
        bots=bots,
        open_seats=anybody,
        private="private" in form,
        clock=clock_form.clock_of(form),
        payer=Payer(request_owner()),
    )
    options = read_options(game.game, game.characters, form, seat_count)
    opened = services()[MatchService].open_match(
        game.game.NAME, options, seats, match_settings=match_settings
    )
    browser.remember_claims(opened.match, opened.claims)
    if own_seat is not None:
        claim_for_browser(opened.match, own_seat, opened.claims[own_seat], player, digests.sent_hash(form))
    return opened.match


def _parse_number(text: str) -> int:
    """Returns a number of seats or of a seat, 99 for an invalid text."""
    return int(text) if text.isdecimal() and len(text) < 3 else 99


def _read_delay(form: MultiDict[str, str]) -> Delay | None:
    text, unit = form.get("delay", "").strip(), form.get("delay_in", "")
    if not text:
        return None
    try:
        delay = Lateness().load({unit: int(text) if text.isdecimal() and len(text) < 9 else text})
    except ma.ValidationError as error:
        sentence = Message("A delay is 1 to 1000 facts, 1 to 20 rounds, or 1 to 1440 minutes.")
        raise InvalidOptions("/delay", sentence) from error
    assert isinstance(delay, Delay)
    return delay


def _render_form(game: Playable, form_values: MultiDict[str, str], refusal: InvalidField | None) -> str:
    """Returns the form for a match of a game, with *form_values* and the reason of a *refusal*."""
    ruled = rulebook.find_rule(refusal.rule) if refusal and refusal.rule else None
    steps = refusal.pointer.split("/") if refusal else [""]
    all_choices = list_choices(game.game.NAME, game.game.Options)
    return render_template(
        "opening.html",
        game=game,
        form_values=form_values,
        teams=[choice for choice in all_choices if choice.kind == "team"],
        more=[*_lesser_choices(all_choices)],
        trouble=tells(refusal) if refusal else "",
        rule=ruled and _word_rule(ruled),
        wrong=steps[2] if steps[1:2] == ["options"] and len(steps) > 2 else steps[-1],
        nobody=NO_SEAT,
        unfit=_unfit_seats(game, all_choices),
        clock=clock_form.form_fields(),
        **choice_fields(game.game),
    )


def _unfit_seats(game: Playable, all_choices: tuple[Choice, ...]) -> dict[str, dict[str, str]]:
    """Returns the numbers of seats that a choice excludes, by field and value, with its rule."""
    rules = game.game.make_rules(services()[CardSetRegistry].find_cards(game.game.NAME).book)
    main = [choice for choice in all_choices if choice.main and choice.kind == "one"]
    fitting: set[tuple[str, int]] = set()
    refused: dict[tuple[str, int], str] = {}
    for values in product(*(choice.values for choice in main)):
        picked_so = {choice.name: value for choice, value in zip(main, values, strict=True)}
        for seats in game.game.SEATS:
            keys = {(f"{FIELD_PREFIX}{name}={value}", seats) for name, value in picked_so.items()}
            try:
                rules.initial_board({name: parse_value(value) for name, value in picked_so.items()}, seats)
            except Unplayable as refusal:
                refused.update(dict.fromkeys(keys, refusal.refusal.rule))
            else:
                fitting |= keys
    results: dict[str, dict[str, str]] = {}
    for (choice, seats), rule in refused.items():
        if (choice, seats) not in fitting:
            results.setdefault(choice, {})[str(seats)] = rule
    return results


def _lesser_choices(all_choices: tuple[Choice, ...]) -> Iterator[tuple[WordedRule | None, list[Choice]]]:
    """Yields the lesser options in groups with the rule that leaves them open."""
    lesser = [choice for choice in all_choices if not choice.main and choice.kind == "one"]

    def rule_number(choice: Choice) -> str:
        return choice.rule.number if choice.rule else ""

    for _, group in groupby(sorted(lesser, key=rule_number), rule_number):
        together = [*group]
        rule = together[0].rule
        yield _word_rule(rule) if rule else None, together


def _word_rule(rule: rulebook.Rule) -> WordedRule:
    code = page_language() if page_language() in rule.text else "en"
    return WordedRule(rule.number, code, rule.text[code])


FORM = GameForm("games.html", "web.match", _create_match, _render_form)
