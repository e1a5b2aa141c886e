"""Endpoints for the preview of a ruling and for the facts that a rewind can go back to."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct
from msgspec.structs import replace

from domain import table
from domain.model import Seat
from domain.table import DisputeOpened, Scene
from replays.analysis.decision_points import rewind_points
from replays.playback.replay import Replay
from replays.text.narration import Line

from ...http.bodies.paging import Page, select_page
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import json_response, next_link
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import fact_narrator
from ...matches.viewing.viewers import reveals
from ..rulings import Ruling
from ..schemas import Deciding, PreviewQuery
from ..service import Cases

foreseeing = Resource("foreseeing", Tag.DISPUTES)


class RulingPreview(Struct, frozen=True):
    """The facts that would follow, as sentences, and the match thereafter as the judge would see it.

    `reckoned` are the calculated numbers of the board.
    """

    match: str
    lines: list[Line]
    scene: Scene[Any]
    reckoned: dict[str, int]


@foreseeing.post("/matches/<match>/rulings/preview")
@foreseeing.security("judge")
@foreseeing.arguments(PreviewQuery, location="query")
@foreseeing.arguments(Deciding, example={"outcome": "rewind", "to": 9, "rules": ["SA-303"], "text": "Back."})
@foreseeing.returns(200, RulingPreview)
@foreseeing.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
@reveals
def preview_ruling(args: dict[str, Any], ruling: Ruling, match: str) -> Response:
    """Preview a ruling.

    The reply has the effects of a ruling on an existing case or a new one. The service records only that
    the judge looked.
    """
    token = require_token()
    judge, viewer = services()[Cases].require_judge(match, token), services()[Access].viewer_for(match, token)
    facts, after = services()[Cases].preview_ruling(match, judge, ruling, args["case"])
    before = services()[MatchRepository].load_replay(match)
    replay = Replay(before.rules, (*before.facts[: facts[0].seq - 1], *facts))
    game = services()[MatchRepository].find_game(after.settings.game)
    teller = fact_narrator(game, replay, viewer, services()[PlayerDirectory], args["lang"])
    followed = [fact for fact in facts if not isinstance(fact.event, DisputeOpened)]
    lines = [Line(fact.seq, fact.rule, teller.narrate(fact.seq)) for fact in followed]
    scene = table.make_scene(replay.rules, after, viewer)
    seated_players = services()[PlayerDirectory].seat_players(scene.players)
    scene = replace(scene, players=seated_players.names_in(args["lang"]))
    numbers = game.board_numbers(scene.board, replay.rules.book)
    return json_response(RulingPreview(match, lines, scene, numbers), Cache_Control="no-store")


class RewindPoint(Struct, frozen=True):
    """A fact that a rewind can go back to: the question to a seat there, as a sentence."""

    seq: int
    ply: int
    seat: Seat
    text: str


class RewindPointList(Struct, frozen=True):
    """The facts that a rewind can go back to, in order; `next` is the cursor of the next page, if any."""

    match: str
    items: list[RewindPoint]
    next: str | None


@foreseeing.get("/matches/<match>/rewinds")
@foreseeing.security("judge")
@foreseeing.arguments(Page, location="query")
@foreseeing.returns(200, RewindPointList)
@foreseeing.errors(401, 403, 404, 422, 503)
@reveals
def list_rewind_points(args: dict[str, Any], match: str) -> Response:
    """List rewind points.

    They are the questions that a rewind can go back to.
    """
    token = require_token()
    services()[Cases].require_judge(match, token)
    viewer = services()[Access].viewer_for(match, token)
    replay = services()[MatchRepository].load_replay(match)
    game = services()[MatchRepository].find_game(services()[MatchRepository].load_settings(match).game)
    teller = fact_narrator(game, replay, viewer, services()[PlayerDirectory], args["lang"])
    moments = (
        RewindPoint(match_state.seq, match_state.ply, question.seat, teller.narrate_question(question))
        for match_state, question in rewind_points(replay, game.write_position)
    )
    page, following = select_page(moments, args)
    return json_response(
        RewindPointList(match, page, following), Cache_Control="no-store", **next_link(following)
    )
