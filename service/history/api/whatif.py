"""Endpoint of simulations of other answers."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response

from domain.decider import Illegal
from domain.notation import write_fact
from replays.analysis.decision_points import find_answer, require_alternatives
from replays.analysis.whatif import WhatIf

from ...catalog.cardsets import CardSetRegistry
from ...http.bodies.json_bodies import NDJSON
from ...http.heavy import costly
from ...http.middleware.work_charges import request_owner
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...matches.opening.forks import check_over
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals
from ..schemas import WhatIfQuery
from ..whatif_process import Failed, Progress, Simulation, SimulationSlots, WhatIfRequest

whatif = Resource("whatif", Tag.ANALYSIS)


@whatif.get("/matches/<match>/facts/<int:seq>/whatif")
@costly
@whatif.arguments(WhatIfQuery, location="query")
@whatif.returns(200, Progress | WhatIf | Failed, NDJSON)
@whatif.errors(401, 403, 404, 409, 422, 503)
@reveals
def get_what_if(args: dict[str, Any], match: str, seq: int) -> Response:
    """Play out other answers.

    Bots play on from the answer to the question after a fact, and from other answers. The reply is a
    stream of lines: `Progress` lines, then one `WhatIf` or `Failed`. The work stops if the client
    disconnects. Each match from a recorded one begins in another random deal, in which the unseen cards of
    that moment have changed places among the hidden places of their decks.
    """
    check_over(services()[MatchRepository], match, services()[Access].viewer_for(match, optional_token()))
    replay = services()[MatchRepository].load_replay(match)  # open to this viewer
    moment = find_answer(replay, seq)
    instead = tuple(tuple(picks.split()) for picks in args["instead"])
    try:
        require_alternatives(replay.rules, moment, instead)
    except Illegal as refusal:
        refusal.parameter = "instead"
        raise
    pins = moment.match.settings
    request = WhatIfRequest(
        cards=services()[CardSetRegistry].find_pinned(pins.game, pins.cards).content(),
        facts=tuple(map(write_fact, replay.facts)),
        seq=seq,
        instead=instead,
        bot=args["bots"],
        matches=args["matches"],
        seed=args["seed"] or secrets.token_hex(4),
    )
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(
        Simulation(request, services()[SimulationSlots], request_owner()), 200, headers, content_type=NDJSON
    )
