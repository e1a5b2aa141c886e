"""The reach of a correction as the desk shows it: without a pairing that a request has no time for."""

from __future__ import annotations

from domain.messages import Message
from domain.tournament.fold import fold
from domain.tournament.pairing import propose
from domain.tournament.reach import reach
from domain.tournament.state import Tournament

from ...http.responses import services
from ..access import Actor
from ..answers import reaches_pairing
from ..commands import Correct
from ..effort import is_long


def foresee(t: Tournament, correction: Correct, actor: Actor) -> list[Message]:
    """Returns the reach of a *correction* in sentences; raises what it is refused with."""
    facts = services().organizing.foresee(t, correction, actor)
    if not reaches_pairing(t, correction, actor):
        return reach(t, facts).told
    if is_long(t):
        return [*reach(t, facts).told, _later(len(t.active(t.stage)))]
    return reach(t, facts, propose(fold(facts, t))).told


def _later(count: int) -> Message:
    return Message(
        "To pair {count} players again takes a while: the desk shows the tables once they are paired.",
        count=count,
    )
