"""Lots that decide byes, before a round is paired and afterwards.

- `border`: a lot at the border between byes and tables.
- `seeding`: brackets and pods, whose byes are for the best seeds.
- `swiss`: Swiss rounds by scores.
- `dutch`: the Dutch system, whose pairing numbers lots may draw.
- `round_robin`: free rounds of an odd number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ...messages import Message
from ..pairing.due import RoundInput
from ..pairing.engines import engine_of
from ..refusals import Refused
from ..shortfalls import unplayed_until
from ..state import Round, Tournament
from . import dutch, round_robin, seeding, swiss

__all__ = ["bye_sentences", "cut_byes", "next_bye"]


def bye_sentences(t: Tournament, round_: Round) -> Iterator[Message]:
    """Yields the lots that decided byes of a round, and the rule of a bye in the Dutch system.

    A change by hand leaves them as long as each of these players still has a bye.
    """
    pairing = round_.as_paired
    if pairing is None or any(bye.player not in round_.byes for bye in pairing.byes):
        return
    given = frozenset(bye.player for bye in pairing.byes if bye.kind == "bye" and not bye.asked)
    requested = {bye.player: bye.kind for bye in pairing.byes if bye.player not in given}
    seated = (player for seating in pairing.tables for player in seating.seats)
    paired = RoundInput(t, round_.stage, round_.number, requested, (*seated, *given, *requested))
    if not pairing.byes or pairing.engine != engine_of(paired).name:
        return
    with suppress(Refused):
        match paired.plan.format:
            case "round_robin":
                yield from round_robin.decided_lots(paired)
            case _ if not given:
                return
            case "single_elimination" | "double_elimination" | "pods":
                yield from seeding.decided_lots(paired, given)
            case "swiss" if paired.plan.engine == "dutch":
                yield from dutch.decided_lots(paired, given)
            case "swiss":
                yield from swiss.decided_lots(paired, given)


def next_bye(t: Tournament) -> Iterator[Message]:
    """Yields the lots that will decide byes of the next round, or of the first one after a cut."""
    rounds = t.rounds_of(t.stage)
    if t.ended is not None or (rounds and rounds[-1].missing_results):
        return
    if rounds and t.stage < len(t.opened.stages) and not unplayed_until(t, t.stage):
        yield from cut_byes(t)
        return
    announced = t.plan(t.stage).rounds
    if announced and len(rounds) >= announced:
        return
    number = len(rounds) + 1
    upcoming = RoundInput(t, t.stage, number, t.requested_byes(t.stage, number))
    with suppress(Refused):
        match upcoming.plan.format:
            case "single_elimination" | "double_elimination" | "pods":
                yield from seeding.expected_lots(upcoming)
            case "swiss" if upcoming.plan.engine == "dutch":
                yield from dutch.expected_lots(upcoming)
            case "swiss":
                yield from swiss.expected_lots(upcoming)
            case "round_robin":
                yield from round_robin.expected_lots(upcoming)


def cut_byes(t: Tournament) -> Iterator[Message]:
    """Yields the lots of a cut that will decide byes of the next stage, whose seeds are in its order."""
    if t.stage == len(t.opened.stages) or not t.rounds_of(t.stage):
        return
    if t.plan(t.stage + 1).engine == "dutch":
        yield from dutch.expected_after_cut(t)
    else:
        yield from seeding.expected_after_cut(t)
