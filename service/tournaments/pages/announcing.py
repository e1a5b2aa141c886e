"""Opening a tournament: a form of what it announces, shown again with what is wrong at its field."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.errors import InvalidField, LocalizableError
from domain.tournament.plan import USUAL_TIEBREAKERS, Points

from ...catalog.cardsets import CardSetRegistry
from ...catalog.playable_games import playable
from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.services import services
from ...identity import browser
from ...matches.opening import clock_form
from ...matches.opening.option_form import FIELD, called, choices
from ...shared import i18n
from ...shared.errors import Forbidden, UnknownToken
from ..access import Actor, TournamentAccess
from ..processes.tables import casting
from ..queries.zones import zone_names
from ..service import TournamentService
from . import words
from .announcing_form import MOST, POINTS, TIES, InvalidForm, field_of, plan_of, stages_in
from .organizer.desk_access import door

announcing = Pages("announcing", __name__)


@announcing.get("/t/new")
def show() -> str:
    """Asks an organizer what a new tournament announces."""
    return _page(request.args) if founder() is not None else door("")


@announcing.post("/t/new")
def announce() -> str | tuple[str, int] | Response:
    """Opens a tournament, or shows the form again: with another stage, or with what is wrong."""
    organizer, form = founder(), request.form
    if organizer is None:
        return door(""), 401
    if form.get("do") in ("more", "less"):
        return _page(form)
    try:
        plan = plan_of(form, playable(form.get("game", "")))
        command_result = services()[TournamentService].open(plan, organizer)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _page(form, refusal), KINDS[refusal.slug].status
    return redirect(url_for("tournament_desk.show", tournament=command_result.tournament), 303)


def founder() -> Actor | None:
    """Returns who opens tournaments at this browser, if it keeps an API token that does."""
    try:
        return services()[TournamentAccess].founder(browser.remembered().api_token)
    except (UnknownToken, Forbidden):
        return None


def _faults(refusal: LocalizableError | None) -> dict[str, str]:
    """Returns the reason at the name of each wrong field."""
    if isinstance(refusal, InvalidForm):
        return {field: words.sentence_with_names(message) for field, message in refusal.faults.items()}
    return {field_of(refusal): i18n.tells(refusal)} if isinstance(refusal, InvalidField) else {}


def _page(multi_dict: MultiDict[str, str], refusal: LocalizableError | None = None) -> str:
    faults = _faults(refusal)
    game = playable(multi_dict["game"]) if multi_dict.get("game") else None
    known = choices(game.game.NAME, game.game.Options) if game else ()
    return render_template(
        "tournament_new.html",
        game=game,
        told=multi_dict,
        trouble=i18n.tells(refusal) if refusal else "",
        faults=faults,
        wrong=next(iter(faults), ""),
        field=FIELD,
        sets=services()[CardSetRegistry].sets(game.game.NAME) if game else (),
        main=[choice for choice in known if choice.main and choice.kind == "one"],
        name=lambda *of: called(game.game.NAME, *of) if game else "",
        cast=game.cast if game and casting(game.game, ("",)) else (),
        count=stages_in(multi_dict),
        most=MOST,
        formats=words.formats(),
        castings=words.castings(),
        breakers=words.tiebreakers(),
        ties=range(TIES),
        usual_ties=USUAL_TIEBREAKERS,
        usual_lines=words.usual_tiebreakers(),
        usual_of=multi_dict.get("usual", "swiss"),
        worth=words.worth(),
        usual=Points(),
        points=POINTS,
        clock=clock_form.fields(),
        zones=zone_names(),
    )
