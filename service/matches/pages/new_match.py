"""Opening a match: the choice of a game, then a form of what it lets one choose, made from its options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product
from typing import NamedTuple

import marshmallow as ma
from flask import redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.decider import Unplayable
from domain.messages import Message
from domain.table import Delay

from ...catalog import rulebook
from ...catalog.cardsets import CardSetRegistry
from ...catalog.options import spelt
from ...catalog.playable_games import Playable, all_playable, playable
from ...http.services import services
from ...identity import browser
from ...shared.errors import InvalidOptions
from ...shared.i18n import chosen, says, tells
from ..model import MatchSettings
from ..opening import clock_form
from ..opening.option_form import FIELD, Choice, called, choices, picked
from ..opening.seating import BOT, level_of
from ..schemas import Lateness
from ..service import MatchService
from .join import browser_player, take

NOBODY = "none"
"""How the form spells that whoever opens the match takes no seat."""


class Worded(NamedTuple):
    """A rule by its number, in the language of the request, or in English where it is not told in that."""

    number: str
    language: str
    text: str


def new() -> str:
    """Asks for a game, or for what is to be chosen in it."""
    return _form(playable(request.args["game"]), request.args) if request.args.get("game") else _games()


def open_match() -> Response | tuple[str, int]:
    """Opens a match with what the form says, or shows it again with what is wrong; others get a link."""
    form = request.form
    if not form.get("game"):
        return _games(says("Choose a game first.")), 422
    played = playable(form["game"])
    try:
        match = _opened(played, form)
    except (InvalidOptions, Unplayable) as refusal:
        return _form(played, form, tells(refusal), refusal.pointer, refusal.rule or ""), 422
    return redirect(url_for("web.match", match=match), 303)


def _opened(played: Playable, form: MultiDict[str, str]) -> str:
    """Opens a match and seats whoever is here; raises `InvalidOptions` and `Unplayable`."""
    seats = _number(form.get("seats") or str(played.game.SEATS[0]))
    mine = None if form.get("mine") == NOBODY else _number(form.get("mine", "0"))
    player = "" if mine is None else browser_player(form.get("player", ""))
    there = seats if seats in played.game.SEATS else 0
    if there and mine is not None and mine >= there:
        raise InvalidOptions("/mine", Message("There are {seats} seats: take one of them.", seats=seats))
    bot = level_of(form.get("level", BOT))
    bots = {seat: bot for seat in range(there) if seat != mine and form.get(f"who.{seat}") == "bot"}
    anybody = [seat for seat in range(there) if seat != mine and form.get(f"who.{seat}") == "anybody"]
    match_settings = MatchSettings(
        delay=_delay(form),
        bots=bots,
        open_seats=anybody,
        private="private" in form,
        clock=clock_form.clock_of(form),
    )
    options = picked(played.game, played.cast, form, there)
    opened = services()[MatchService].open(played.game.NAME, options, seats, around=match_settings)
    browser.remember_claims(opened.match, opened.claims)
    if mine is not None:
        take(opened.match, mine, opened.claims[mine], player, form.get("nonce", ""))
    return opened.match


def _number(text: str) -> int:
    """Returns a number of seats, or of a seat; 99 for what is none, which no table has."""
    return int(text) if text.isdecimal() and len(text) < 3 else 99


def _delay(form: MultiDict[str, str]) -> Delay | None:
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


def _games(error: str = "") -> str:
    return render_template("games.html", games=all_playable(), trouble=error)


def _form(
    played: Playable, form_values: MultiDict[str, str], error: str = "", pointer: str = "", rule: str = ""
) -> str:
    """Returns the form for a match of a game, filled in as *form_values*, and beside it what is wrong."""
    ruled = rulebook.cited(rule) if rule else None
    wrong = pointer.split("/")
    known = choices(played.game.NAME, played.game.Options)
    return render_template(
        "opening.html",
        game=played,
        told=form_values,
        field=FIELD,
        name=lambda *of: called(played.game.NAME, *of),
        main=[choice for choice in known if choice.main and choice.kind == "one"],
        each=[choice for choice in known if choice.kind == "each"],
        teams=[choice for choice in known if choice.kind == "team"],
        more=[*_more(known)],
        trouble=error,
        rule=ruled and _worded(ruled),
        wrong=wrong[2] if wrong[1:2] == ["options"] and len(wrong) > 2 else wrong[-1],
        nobody=NOBODY,
        unfit=_unfit(played, known),
        clock=clock_form.fields(),
    )


def _unfit(played: Playable, known: tuple[Choice, ...]) -> dict[str, dict[str, str]]:
    """Returns the numbers of seats that a choice rules out, by field and value, each with its rule."""
    rules = played.game.make_rules(services()[CardSetRegistry].cards(played.game.NAME).book)
    main = [choice for choice in known if choice.main and choice.kind == "one"]
    fit: set[tuple[str, int]] = set()
    refused: dict[tuple[str, int], str] = {}
    for values in product(*(choice.values for choice in main)):
        picked_so = {choice.name: value for choice, value in zip(main, values, strict=True)}
        for seats in played.game.SEATS:
            here = {(f"{FIELD}{name}={value}", seats) for name, value in picked_so.items()}
            try:
                rules.initial_board({name: spelt(value) for name, value in picked_so.items()}, seats)
            except Unplayable as refusal:
                refused.update(dict.fromkeys(here, refusal.refusal.rule))
            else:
                fit |= here
    results: dict[str, dict[str, str]] = {}
    for (choice, seats), rule in refused.items():
        if (choice, seats) not in fit:
            results.setdefault(choice, {})[str(seats)] = rule
    return results


def _more(known: tuple[Choice, ...]) -> Iterator[tuple[Worded | None, list[Choice]]]:
    """Yields the lesser options, those that one rule leaves open together with what it says."""
    rest = [choice for choice in known if not choice.main and choice.kind == "one"]

    def number(choice: Choice) -> str:
        return choice.rule.number if choice.rule else ""

    for _, group in groupby(sorted(rest, key=number), number):
        together = [*group]
        rule = together[0].rule
        yield _worded(rule) if rule else None, together


def _worded(rule: rulebook.Rule) -> Worded:
    code = chosen() if chosen() in rule.text else "en"
    return Worded(rule.number, code, rule.text[code])
