"""The form that begins a recording: the game, its options and the names of the players."""

from __future__ import annotations

from flask import render_template
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.errors import InvalidField
from domain.messages import Message

from ...catalog.playable_games import Playable
from ...http.heavy import costly
from ...http.pages import Pages
from ...http.services import services
from ...identity import browser
from ...identity.players import NameTaken, PlayerDirectory
from ...identity.schemas import parse_name
from ...matches.model import MatchSettings
from ...matches.opening.game_form import GameForm, choice_fields
from ...matches.opening.option_form import list_choices, read_options
from ...matches.service import MatchService
from ...shared.errors import InvalidOptions
from ...shared.i18n import tells

pages = Pages("recording_opening", __name__)


@pages.get("/new/record")
def show_form() -> str:
    """Shows the choice of a game, or the form of one."""
    return FORM.show()


@pages.post("/new/record")
@costly
def open_recording() -> Response | tuple[str, int]:
    """Opens a recording with its players in their seats, or shows the form with its errors."""
    return FORM.submit()


def _create_recording(game: Playable, form: MultiDict[str, str]) -> str:
    """Opens a match on a real table, and seats its players; raises `InvalidOptions` and `Unplayable`."""
    players = _read_players(form, max(game.game.SEATS))
    options = read_options(game.game, game.characters, form, len(players))
    settings = MatchSettings(private="private" in form, source="table")
    matches = services()[MatchService]
    opened = matches.open_match(game.game.NAME, options, len(players), match_settings=settings)
    *claims, scribe = opened.claims
    seats = enumerate(zip(claims, players, strict=True))
    tokens = [matches.claim_seat(opened.match, seat, *claimed).token for seat, claimed in seats]
    browser.remember_scribe(opened.match, scribe)
    browser.remember_phones(opened.match, tokens)
    return opened.match


def _read_players(form: MultiDict[str, str], seats: int) -> list[str]:
    """Returns the names of the first seats, up to an empty one."""
    texts = [form.get(f"player.{seat}", "").strip() for seat in range(seats)]
    count = texts.index("") if "" in texts else seats
    if any(texts[count:]):
        raise InvalidOptions("/player", Message("Name the players of the first seats: one is left out."))
    players = [parse_name(text) for text in texts[:count]]
    for player in players:
        try:
            services()[PlayerDirectory].check_free(player)
        except NameTaken as refusal:
            raise InvalidOptions("/player", refusal.message) from refusal
    return players


def _render_form(game: Playable, form_values: MultiDict[str, str], refusal: InvalidField | None) -> str:
    choices = list_choices(game.game.NAME, game.game.Options)
    return render_template(
        "record_new.html",
        game=game,
        form_values=form_values,
        lesser=[choice for choice in choices if not choice.main and choice.kind == "one"],
        trouble=tells(refusal) if refusal else "",
        wrong=refusal.pointer.rpartition("/")[2] if refusal else "",
        **choice_fields(game.game),
    )


FORM = GameForm("record_games.html", "recording_phones.show", _create_recording, _render_form)
