"""Lots that decide byes, before a round is paired and afterwards.

- `border`: a lot at the border between byes and tables.
- `seeding`: brackets and pods, where byes are for the best seeds.
- `swiss`: Swiss rounds by scores.
- `dutch`: the Dutch system, with pairing numbers that lots may draw.
- `round_robin`: free rounds of an odd number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ...messages import Message
from ..pairing.engines import engine_of
from ..pairing.round_input import RoundInput
from ..ranking.shortfalls import unplayed_until
from ..refusals import Refused
from ..state import Round, Tournament
from . import dutch, round_robin, seeding, swiss

__all__ = ["bye_sentences", "cut_byes", "next_bye"]


def bye_sentences(t: Tournament, round_: Round) -> Iterator[Message]:
    """Yields the lots that decided byes of a round, and the rule of a Dutch bye.

    A change by hand keeps them while each of these players still has a bye.
    """
    pairing = round_.as_paired
    if pairing is None or any(bye.player not in round_.byes for bye in pairing.byes):
        return
    with_bye = frozenset(bye.player for bye in pairing.byes if bye.kind == "bye" and not bye.asked)
    requested_byes = {bye.player: bye.kind for bye in pairing.byes if bye.player not in with_bye}
    seated_players = (player for seating in pairing.tables for player in seating.seats)
    round_input = RoundInput(
        t, round_.stage, round_.number, requested_byes, (*seated_players, *with_bye, *requested_byes)
    )
    if not pairing.byes or pairing.engine != engine_of(round_input).name:
        return
    with suppress(Refused):
        match round_input.plan.format:
            case "round_robin":
                yield from round_robin.decided_lots(round_input)
            case _ if not with_bye:
                return
            case "single_elimination" | "double_elimination" | "pods":
                yield from seeding.decided_lots(round_input, with_bye)
            case "swiss" if round_input.plan.engine == "dutch":
                yield from dutch.decided_lots(round_input, with_bye)
            case "swiss":
                yield from swiss.decided_lots(round_input, with_bye)


def next_bye(t: Tournament) -> Iterator[Message]:
    """Yields the lots that will decide byes of the next round, or of the first one after a cut."""
    rounds = t.rounds_of(t.current_stage)
    if t.end is not None or (rounds and rounds[-1].missing_results):
        return
    if rounds and t.current_stage < len(t.settings.stages) and not unplayed_until(t, t.current_stage):
        yield from cut_byes(t)
        return
    announced = t.plan_of(t.current_stage).rounds
    if announced and len(rounds) >= announced:
        return
    number = len(rounds) + 1
    upcoming = RoundInput(t, t.current_stage, number, t.requested_byes(t.current_stage, number))
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
    """Yields the lots of a cut that will decide byes of the next stage."""
    if t.current_stage == len(t.settings.stages) or not t.rounds_of(t.current_stage):
        return
    if t.plan_of(t.current_stage + 1).engine == "dutch":
        yield from dutch.expected_after_cut(t)
    else:
        yield from seeding.expected_after_cut(t)
