"""How matches ended, with their players by id and by name: the one form of a result in all replies."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct

from domain.table import MatchResult
from domain.table.outcome import How
from projections.boards import MatchViews
from projections.home import OUT_OF_REACH

from ..bootstrap import Services
from .views import number

_decode: Callable[[bytes], MatchResult | None] = msgspec.json.Decoder(MatchResult | None).decode


class NamedPlayer(Struct, frozen=True):
    """A player: the id that facts hold, what to call it now, and whether it is an account."""

    id: str
    name: str
    account: bool


class NamedSide(Struct, frozen=True):
    """Who won or lost together: seats, players in the order of these, characters or Villains by id.

    `score` is how many points the side had at the end, `null` in a game that counts none; `place` is 1 for
    who won, and for all with a draw.
    """

    seats: tuple[int, ...]
    players: tuple[NamedPlayer | None, ...]
    characters: tuple[str, ...]
    score: int | None
    place: int


class NamedResult(Struct, frozen=True):
    """How a match ended: won or drawn by the rules, drawn by agreement, conceded, or assigned by a judge.

    `by` is `seat-0` for who conceded, `players` for who agreed on a draw, `judge:` and a name for who
    assigned it, and empty where the rules ended the match, of which `rule` is the number. `ended` is when, in
    milliseconds since 1970.
    """

    sides: tuple[NamedSide, ...]
    how: How
    by: str
    rule: str
    ended: int


def result_of(services: Services, match: str, seq: int) -> MatchResult | None:
    """Returns how *match* had ended by fact *seq*, or `None`: from its view, or else from its facts."""
    with suppress(*OUT_OF_REACH):
        views, name = services.views, MatchViews.name
        scene, result = views.get(name, f"{match}/spectator"), views.get(name, f"{match}/result")
        if scene is not None and result is not None and number(scene).seq == seq:
            return _decode(result)
    projection = MatchViews(services.library.rules)
    first, *facts = services.repository.facts(match, 0, seq)
    view = projection.start(match, first)
    for fact in facts:
        view = projection.step(view, fact)
    return view.result


def named_result_of(services: Services, match: str, seq: int) -> NamedResult | None:
    """Returns how *match* had ended by fact *seq*, with its players by name, or `None` while it went on."""
    result = result_of(services, match, seq)
    if result is None:
        return None
    known = services.players.known(id for side in result.sides for id in side.players)
    sides = tuple(
        NamedSide(
            side.seats,
            tuple(None if id is None else NamedPlayer(id, *known[id]) for id in side.players),
            side.characters,
            side.score,
            side.place,
        )
        for side in result.sides
    )
    return NamedResult(sides, result.how, result.by, result.rule, result.ended)
