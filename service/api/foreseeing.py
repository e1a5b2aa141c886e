"""What a ruling would bring about, before it is made."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from domain import table
from domain.table import Scene
from replays.film import Film
from replays.narration import Line

from ..cases import Ruling
from ..telling import voice
from .contract import Resource
from .filing import Deciding
from .replies import house, named, plain
from .requests import needed_bearer
from .schemas import Language

foreseeing = Resource("foreseeing", "What a ruling would bring about.")


class Foreseen(Struct, frozen=True):
    """The facts that would follow, as sentences, and the match thereafter as the judge would see it.

    `reckoned` are the numbers that the board is shown with.
    """

    match: str
    lines: list[Line]
    scene: Scene[Any]
    reckoned: dict[str, int]


@foreseeing.post("/matches/<match>/rulings/preview")
@foreseeing.needs("judge")
@foreseeing.takes(Language, location="query")
@foreseeing.takes(Deciding, example={"outcome": "rewind", "to": 12, "rules": ["SA-303"], "text": "Back."})
@foreseeing.returns(200, "Foreseen")
@foreseeing.refuses(400, 401, 403, 404, 409, 413, 415, 422, 503)
def preview(asked: dict[str, Any], ruling: Ruling, match: str) -> Response:
    """Tells a judge what would follow from a ruling. Nothing is written but that the judge looked."""
    matches, token = house().matches, needed_bearer()
    judge, viewer = house().cases.judge(match, token), matches.viewer(match, token)
    (case, *facts), after = house().cases.foreseen(match, judge, ruling)
    before = matches.film(match)
    film = Film(before.rules, (*before.facts[: case.seq - 1], case, *facts))
    game = matches.game(after.opened.game)
    teller = voice(game, film, viewer, matches.people, asked["lang"])
    lines = [Line(fact.seq, fact.rule, teller.tells(fact.seq)) for fact in facts]
    scene = named(table.scene(film.rules, after, viewer))
    numbers = game.reckoned(scene.board, film.rules.book)
    return plain(Foreseen(match, lines, scene, numbers), Cache_Control="no-store")
