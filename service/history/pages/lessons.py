"""Lessons and puzzles: a list of them for each game, a study of one, and how it stands; and a first match."""

from __future__ import annotations

from itertools import groupby

from flask import Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from domain.decider import Position
from replays.analysis.puzzles import puzzle_outcome, was_helped

from ...catalog.cardsets import CardSetRegistry
from ...catalog.first_match import first_match
from ...catalog.lesson_texts import speaker
from ...catalog.lessons import lessons, standing, taught_by
from ...catalog.playable_games import playable
from ...catalog.puzzle_texts import asker
from ...catalog.puzzles import posed_by, puzzles
from ...http.bodies.struct_bodies import script_response
from ...http.pages import Pages
from ...http.services import services
from ...matches.model import MatchSettings
from ...matches.opening.seating import gather
from ...matches.repository import SPECTATOR, MatchRepository
from ...matches.service import MatchService
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals

learn = Pages("learn", __name__)


@learn.get("/learn/<game>")
def index(game: str) -> str:
    """Lists the lessons of a game, those of a chapter together, and its puzzles."""
    played = playable(game)
    rules = played.game.make_rules(services()[CardSetRegistry].cards(game).book)
    says, asks = speaker(played.game, rules), asker(played.game, rules)
    listed = [{"name": name, **says(lesson)} for name, lesson in lessons(game).items()]
    chapters = groupby(listed, key=lambda one: int(one["chapter"]))
    return render_template(
        "learn.html",
        game=played,
        chapters=[(chapter, [*taught]) for chapter, taught in chapters],
        puzzles={name: asks(puzzle) for name, puzzle in puzzles(game).items()},
    )


@learn.post("/learn/<game>/first-match")
def play(game: str) -> BaseResponse:
    """Opens the first match of a newcomer, who plays against bots, and leads there."""
    found = first_match(playable(game).game.NAME) or abort(404)
    opened = services()[MatchService].open(
        game, found.options, found.seats, around=MatchSettings(bots=found.bots)
    )
    gather(opened, "bots", found.seat, "", request.form.get("nonce", ""))
    return redirect(url_for("web.match", match=opened.match), 303)


@learn.post("/learn/<game>/<name>")
def begin(game: str, name: str) -> BaseResponse:
    """Opens a lesson or a puzzle as a study, every seat of it for this browser alone, and leads there."""
    known = playable(game).game.NAME
    found = lessons(known).get(name) or puzzles(known).get(name) or abort(404)
    opened = services()[MatchService].study(game, found.position, around=MatchSettings(private=True))
    gather(opened, "alone", 0, "", "")
    return redirect(url_for("web.match", match=opened.match), 303)


@learn.get("/m/<match>/lesson")
@reveals
def stands(match: str) -> Response:
    """Tells how the lesson or puzzle that a study is of stands: `open`, `reached` or `missed`.

    A puzzle that was won with answers of others is `was_helped`: such a win is not certain.
    """
    rules, match_state = services()[Access].window(match, SPECTATOR).current()
    match_opened, repository = match_state.settings, services()[MatchRepository]
    if posed_by(match_opened.game, match_opened.position):
        position = Position(rules.load_study(match_opened.position).board)
        state = puzzle_outcome(rules, position, match_state.position)
        if state == "reached" and was_helped(rules, position, repository.replay(match).facts):
            return script_response({"state": "helped"})
        return script_response({"state": state})
    result = taught_by(match_opened.game, match_opened.position) or abort(404)
    return script_response(
        {"state": standing(lessons(match_opened.game)[result], repository.replay(match).facts)}
    )
