"""Endpoints of the review of a match, streamed during the work and cached after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response

from domain.decider import Illegal
from domain.messages import Message
from domain.notation import write_fact
from domain.published import encode
from domain.table import WrongMoment
from replays.analysis.judgments import deal_line
from replays.analysis.review import Review
from replays.analysis.variations import PlayedLine, play_line
from replays.bots.determinization import WORLD_COUNT
from replays.text.languages import game_language
from replays.text.narrator import Narrator

from ...caches import LruCache
from ...catalog.cardsets import CardSetRegistry
from ...http.bodies.json_bodies import JSON, NDJSON
from ...http.heavy import costly, heavy
from ...http.middleware.work_charges import request_owner
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...matches.opening.forks import check_over
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.seat_names import names_at, names_of
from ...matches.viewing.viewers import reveals
from ..schemas import PlayedLineQuery, ReviewQuery
from ..whatif_process import Failed, Progress, ReviewRequest, Simulation, SimulationSlots

review = Resource("review", Tag.ANALYSIS)

REVIEW_CACHE_SIZE = 64
"""Reviews in one process."""

_reviews: LruCache[bytes] = LruCache(REVIEW_CACHE_SIZE)
"""Encoded reviews by match, last fact and bot."""


@review.get("/matches/<match>/review")
@costly
@review.arguments(ReviewQuery, location="query")
@review.returns(200, Progress | Review | Failed, NDJSON)
@review.errors(401, 403, 404, 409, 422, 503)
@reveals
def get_review(args: dict[str, Any], match: str) -> Response:
    """Review a match.

    A bot judges every answer by the knowledge of its player. The reply is a stream of lines: `Progress`
    lines, then one `Review` or `Failed`. The service keeps a review until the match changes. It stops if
    all clients disconnect. The answers of a recorded match are judged over random deals, which agree with
    what the table saw until then, and the intervals are over these deals.
    """
    check_over(services()[MatchRepository], match, services()[Access].viewer_for(match, optional_token()))
    replay = services()[MatchRepository].load_replay(match)  # open to this viewer
    pins, key = replay.at(1).settings, f"{match}/{len(replay)}/{args['bots']}"
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if (stored_review := _reviews.get(key)) is not None:
        return Response(stored_review, 200, headers, content_type=NDJSON)
    if len(replay.plies) == 1:
        raise WrongMoment(Message("Nobody has answered anything in this match: there is nothing to review."))
    review_request = ReviewRequest(
        cards=services()[CardSetRegistry].find_pinned(pins.game, pins.cards).content(),
        facts=tuple(map(write_fact, replay.facts)),
        bot=args["bots"],
        seed=match,
    )
    simulation = Simulation(review_request, services()[SimulationSlots], request_owner())
    return Response(_store_review(simulation, key), 200, headers, content_type=NDJSON)


@review.get("/matches/<match>/review/<int:seq>/line")
@costly
@heavy
@review.arguments(PlayedLineQuery, location="query")
@review.returns(200, PlayedLine)
@review.errors(401, 403, 404, 409, 422, 503)
@reveals
def play_review_line(args: dict[str, Any], match: str, seq: int) -> Response:
    """Play out a better line.

    The review preferred this line to an answer. It starts from the question after fact `seq`. Cards that
    the seat cannot see are shuffled, so the line reveals none of them. In a recorded match all unseen cards
    are drawn at random.
    """
    check_over(services()[MatchRepository], match, services()[Access].viewer_for(match, optional_token()))
    replay = services()[MatchRepository].load_replay(match)
    match_state = replay.at(seq)
    game = services()[MatchRepository].find_game(match_state.settings.game)
    rules = game.make_rules(
        services()[CardSetRegistry].find_pinned(game.NAME, match_state.settings.cards).book,
        match_state.settings.version,
    )
    translator, players = game_language(game.NAME, args["lang"]), names_of(match_state, args["lang"])
    narrator = Narrator(game, rules.book, translator, names_at(game, rules, translator, players))
    answers = [tuple(picks.split()) for picks in args["answer"]]
    deal, world = divmod(args["world"], WORLD_COUNT)
    dealt, rng = deal_line(replay, match, seq, deal)
    try:
        line = play_line(game, rules, dealt, rng, world, answers, players, narrator.label)
    except Illegal as refusal:
        refusal.parameter = "answer"
        raise
    headers = {"Cache-Control": "no-store", "Content-Language": translator.code}
    return Response(encode(line), 200, headers, content_type=JSON)


def _store_review(lines: Simulation, key: str) -> Iterator[bytes]:
    """Yields *lines*, and caches the last one if it is a review."""
    try:
        for line in lines:
            if msgspec.json.decode(line)["type"] == "review":
                _reviews.put(key, line)
            yield line
    finally:
        lines.close()
