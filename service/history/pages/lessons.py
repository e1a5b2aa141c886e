"""Pages of lessons, puzzles and first matches."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response as BaseResponse

from domain.decider import Illegal
from domain.model import SPECTATOR
from domain.table import WrongMoment

from ...catalog.cardsets import CardSetRegistry
from ...catalog.exercises import (
    exercise_state,
    explain_wrong_answer,
    find_exercise,
    find_wrong_answer,
    live_answers,
)
from ...catalog.first_match import load_first_match
from ...catalog.lessons import lesson_narrator, load_lessons
from ...catalog.playable_games import find_playable
from ...catalog.position_drawings import draw_position
from ...catalog.puzzles import load_puzzles, puzzle_difficulty, puzzle_narrator
from ...http.bodies.struct_bodies import read_script_body, script_response
from ...http.heavy import costly, heavy
from ...http.middleware.work_charges import request_owner
from ...http.pages import Pages
from ...http.services import services
from ...identity import browser
from ...matches.model import MatchSettings
from ...matches.opening.seating import seat_learner, seat_players
from ...matches.owners import Payer
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...matches.viewing.access import Access
from ...matches.viewing.studies import take_back
from ...matches.viewing.viewers import reveals
from ...shared import digests
from ...shared.i18n import says

learn = Pages("learn", __name__)

MAX_REPEATED = 30
"""The most answers that a new study of an exercise repeats."""


class Attempt(Struct, frozen=True, forbid_unknown_fields=True):
    """The fact of the answer that another one replaces."""

    seq: int


@learn.get("/learn/<game>", endpoint="index")
def list_lessons(game: str) -> str:
    """Lists the lessons of a game and its puzzles."""
    game_info = find_playable(game)
    rules = game_info.game.make_rules(services()[CardSetRegistry].find_cards(game).book)
    narrate, describe = lesson_narrator(game_info.game, rules), puzzle_narrator(game_info.game, rules)
    lessons = [
        {
            "name": name,
            "drawing": draw_position(game_info.game, rules, lesson.position),
            **narrate(lesson),
        }
        for name, lesson in load_lessons(game).items()
    ]
    return render_template(
        "learn.html",
        game=game_info,
        lessons=lessons,
        puzzles=_group_puzzles(
            {
                "name": name,
                "number": number,
                "drawing": draw_position(game_info.game, rules, puzzle.position),
                **describe(puzzle),
            }
            for number, (name, puzzle) in enumerate(load_puzzles(game).items(), 1)
        ),
    )


def _group_puzzles(puzzles: Iterable[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Returns *puzzles* by the title of their difficulty, the easy ones first."""
    groups: dict[str, list[dict[str, Any]]] = {
        says("Easy puzzles"): [],
        says("Puzzles of middle difficulty"): [],
        says("Hard puzzles"): [],
    }
    for puzzle in puzzles:
        [*groups.values()][puzzle_difficulty(puzzle["rating"])].append(puzzle)
    return [(title, group) for title, group in groups.items() if group]


@learn.post("/learn/<game>/first-match", endpoint="play")
@costly
def open_first_match(game: str) -> BaseResponse:
    """Opens the first match of a newcomer against bots, and redirects to it."""
    first_match = load_first_match(find_playable(game).game.NAME) or abort(404)
    match_settings = MatchSettings(bots=first_match.bots, payer=Payer(request_owner()))
    opened = services()[MatchService].open_match(
        game, first_match.options, first_match.seats, match_settings=match_settings
    )
    seat_players(opened, "bots", first_match.seat, "", digests.sent_hash(request.form))
    return redirect(url_for("web.match", match=opened.match), 303)


@learn.post("/learn/<game>/<name>", endpoint="begin")
def open_exercise(game: str, name: str) -> BaseResponse:
    """Opens a lesson or a puzzle as a private study for this browser, and redirects to it."""
    game_name = find_playable(game).game.NAME
    exercise = load_lessons(game_name).get(name) or load_puzzles(game_name).get(name) or abort(404)
    return redirect(url_for("web.match", match=_open_exercise(game, exercise.position)), 303)


def _open_exercise(game: str, position: str) -> str:
    opened = services()[MatchService].open_study(game, position, match_settings=MatchSettings(private=True))
    seat_learner(opened)
    return opened.match


@learn.get("/m/<match>/lesson", endpoint="stands")
@heavy
@reveals
def get_lesson_state(match: str) -> Response:
    """Returns the state of the lesson or puzzle of a study, as `exercise_state` has it.

    `over` tells whether the match has ended with it. After a wrong answer, `wrong` is its fact, `stop` the
    last fact of its turn, and `reason` says why.
    """
    rules, match_state = services()[Access].window(match, SPECTATOR).load()
    opened, facts = match_state.settings, services()[MatchRepository].load_replay(match).facts
    state = exercise_state(rules, opened, facts) or abort(404)
    body = {"state": state, "over": match_state.ended is not None}
    if state not in {"open", "found", "reached"} and (wrong := find_wrong_answer(rules, opened, facts)):
        reason = explain_wrong_answer(rules, opened, facts, wrong)
        body |= {"wrong": wrong.seq, "stop": wrong.stop, "reason": reason}
    return script_response(body)


@learn.post("/m/<match>/lesson", endpoint="again")
def try_again(match: str) -> Response:
    """Goes back to before an answer of an exercise.

    It opens a new study if something hidden was seen since, and repeats the answers there as far as they are
    possible.
    """
    seq = read_script_body(Attempt).seq
    opened = services()[MatchRepository].load_match(match).match.settings
    facts = services()[MatchRepository].load_replay(match).facts
    find_exercise(opened) or abort(404)
    *earlier_answers, (last_seq, answer) = live_answers(facts[:seq]) or abort(409)
    if last_seq != seq:
        abort(409)
    try:
        take_back(match, answer.seat, seq - 1)
    except WrongMoment:
        again = _open_exercise(opened.game, opened.position)
        with suppress(Illegal, WrongMoment):
            for _, earlier in earlier_answers[:MAX_REPEATED]:
                token = browser.session_token(again, f"{browser.SEAT}{earlier.seat}") or abort(401)
                version = services()[MatchRepository].load_match(again).match.seq
                services()[MatchService].answer_question(again, token, earlier.picks, version)
        return script_response({"address": url_for("web.match", match=again)})
    return script_response({})
