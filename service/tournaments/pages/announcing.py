"""The page for opening a tournament, with errors at the fields of its form."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.errors import InvalidField, LocalizableError
from domain.tournament.plan import USUAL_TIEBREAKERS, Points

from ...catalog.cardsets import CardSetRegistry
from ...catalog.playable_games import find_playable
from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.services import services
from ...identity import browser
from ...matches.opening import clock_form
from ...matches.opening.option_form import FIELD_PREFIX, list_choices, option_label
from ...shared import i18n
from ...shared.errors import Forbidden, UnknownToken
from ..access import Actor, TournamentAccess
from ..processes.tables import casting_options
from ..queries.zones import zone_names
from ..service import TournamentService
from . import labels
from .announcing_form import (
    MAX_STAGES,
    MAX_TIEBREAKERS,
    POINT_FIELDS,
    InvalidForm,
    field_of,
    plan_of,
    stages_in,
)
from .organizer.desk_access import token_page

pages = Pages("announcing", __name__)


@pages.get("/t/new")
def show() -> str:
    """Shows the form of a new tournament to an organizer."""
    return _render_page(request.args) if founding_organizer() is not None else token_page("")


@pages.post("/t/new")
def announce() -> str | tuple[str, int] | Response:
    """Opens a tournament, or shows the form again with another stage or with errors."""
    organizer, form = founding_organizer(), request.form
    if organizer is None:
        return token_page(""), 401
    if form.get("do") in ("more", "less"):
        return _render_page(form)
    try:
        plan = plan_of(form, find_playable(form.get("game", "")))
        command_result = services()[TournamentService].create_tournament(plan, organizer)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(form, refusal), KINDS[refusal.slug].status
    return redirect(url_for("tournament_desk.show", tournament=command_result.tournament), 303)


def founding_organizer() -> Actor | None:
    """Returns the organizer of this browser's API token, if it may open tournaments."""
    try:
        return services()[TournamentAccess].require_founder(browser.current_session().api_token)
    except (UnknownToken, Forbidden):
        return None


def _field_errors(error: LocalizableError | None) -> dict[str, str]:
    """Returns the reason of each faulty field by its name."""
    if isinstance(error, InvalidForm):
        return {field: labels.sentence_with_names(message) for field, message in error.faults.items()}
    return {field_of(error): i18n.tells(error)} if isinstance(error, InvalidField) else {}


def _render_page(form: MultiDict[str, str], refusal: LocalizableError | None = None) -> str:
    faults = _field_errors(refusal)
    game = find_playable(form["game"]) if form.get("game") else None
    options = list_choices(game.game.NAME, game.game.Options) if game else ()
    return render_template(
        "tournament_new.html",
        game=game,
        form_values=form,
        trouble=i18n.tells(refusal) if refusal else "",
        faults=faults,
        wrong=next(iter(faults), ""),
        field=FIELD_PREFIX,
        sets=services()[CardSetRegistry].list_sets(game.game.NAME) if game else (),
        main=[choice for choice in options if choice.main and choice.kind == "one"],
        name=lambda *of: option_label(game.game.NAME, *of) if game else "",
        cast=game.characters if game and casting_options(game.game, ("",)) else (),
        count=stages_in(form),
        most=MAX_STAGES,
        formats=labels.format_names(),
        castings=labels.casting_names(),
        breakers=labels.tiebreaker_names(),
        ties=range(MAX_TIEBREAKERS),
        usual_ties=USUAL_TIEBREAKERS,
        usual_lines=labels.usual_tiebreaker_lines(),
        usual_of=form.get("usual", "swiss"),
        worth=labels.worth_labels(),
        usual=Points(),
        points=POINT_FIELDS,
        clock=clock_form.form_fields(),
        zones=zone_names(),
    )
