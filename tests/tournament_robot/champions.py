"""The champion of a bracket, and the reasons for what stays unplayed, counted from the facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from domain.model import Fact
from domain.tournament.facts import Player, RoundPaired, WarningOverruled
from domain.tournament.fold import evolve, fold
from domain.tournament.state import Round, Tournament

from .people import Fault

LIVES = {"single_elimination": 1, "double_elimination": 2}


def check_champion(facts: Sequence[Fact], winners: Collection[Player]) -> None:
    """Raises `Fault` where a bracket has a winner who is out, or while another player is still in.

    A bracket whose earlier results organizers changed, or whose winner they named, is theirs.
    """
    t = fold(facts)
    if winners and t.current_stage < len(t.settings.stages):
        raise Fault(f"{winners} won before stage {t.current_stage + 1} began")
    naming = t.winner_decisions.get(t.current_stage)
    if (
        t.plan_of(t.current_stage).format not in LIVES
        or is_changed(t, t.current_stage)
        or (naming and naming.player)
    ):
        return
    lives = LIVES[t.plan_of(t.current_stage).format]
    losses, contenders = count_losses(t, t.current_stage), find_contenders(facts, t.current_stage)
    for winner in winners:
        rivals = sorted(contenders - {winner})
        was_drawn = any(winner in round_.players for round_ in t.rounds_of(t.current_stage))
        if losses[winner] >= lives or rivals or not was_drawn:
            raise Fault(f"{winner} won the bracket with {losses[winner]} losses; {rivals} are still in")


def check_end(facts: Sequence[Fact]) -> None:
    """Raises `Fault` where announced rounds, or a bracket, stay unplayed without a stored reason."""
    overruled = {
        fact.event.stage
        for fact in facts
        if isinstance(fact.event, WarningOverruled)
        and fact.event.warning == "rounds_unplayed"
        and fact.event.why
    }
    if missing := {*_unplayed_stages(facts)} - overruled:
        raise Fault(f"stages {sorted(missing)} were left unplayed without a reason")


def find_contenders(facts: Sequence[Fact], stage: int) -> set[Player]:
    """Returns players whom a bracket drew, without the losses that put out, and never away since."""
    t = fold(facts)
    lives, losses = LIVES[t.plan_of(stage).format], count_losses(t, stage)
    drawn = {player for round_ in t.rounds_of(stage) for player in round_.players}
    left = {player for player in drawn if losses[player] < lives and player in t.active_players(stage)}
    return left - _find_missing(facts, stage)


def count_losses(t: Tournament, stage: int) -> Counter[Player]:
    """Returns the losses of players in a bracket; a double loss puts both players out."""
    lives, losses = LIVES[t.plan_of(stage).format], Counter[Player]()
    for round_ in t.rounds_of(stage):
        for table in round_.tables.values():
            counting = [record.result for record in table.records if record.effect != "points"]
            if counting and (result := counting[-1]):
                for player, place in zip(table.seats, result.places, strict=True):
                    losses[player] += int(place > 1) if 1 in result.places else lives
    return losses


def is_changed(t: Tournament, stage: int) -> bool:
    """Returns whether organizers changed a result of a bracket after the next round was paired."""
    return any(
        record.seq > later.paired_seq and record.effect != "points"
        for round_, later in pairwise(t.rounds_of(stage))
        for table in round_.tables.values()
        for record in table.records
    )


def _find_missing(facts: Sequence[Fact], stage: int) -> set[Player]:
    """Returns players away, or not checked in, when the bracket drew a round after their first.

    A player who left a table that a change by hand took away is among them.
    """
    t, away = fold(facts[:1]), dict[int, set[Player]]()
    for fact in facts[1:]:
        if isinstance(fact.event, RoundPaired) and fact.event.stage == stage:
            present = {*t.active_players(stage)} - {*t.absent_players(stage)}
            away[fact.event.round] = {*t.entrants(stage)} - present
        t = evolve(t, fact)
    first: dict[Player, int] = {}
    for round_ in t.rounds_of(stage):
        for player in round_.players:
            first.setdefault(player, round_.number)
    away_later = {
        player for number, players in away.items() for player in players if number > first.get(player, 0)
    }
    return away_later.union(
        *({*round_.players_as_paired}.difference(round_.players) for round_ in t.rounds_of(stage))
    )


def _unplayed_stages(facts: Sequence[Fact]) -> Iterator[int]:
    """Yields the stages with fewer rounds than announced, and brackets without an end."""
    t = fold(facts)
    for stage, plan in enumerate(t.settings.stages, 1):
        last = t.cuts[stage - 1].seq if stage < t.current_stage else t.seq
        until = [fact for fact in facts if fact.seq <= last]
        rounds = t.rounds_of(stage)
        is_bracket = plan.format in LIVES and not is_changed(t, stage)
        is_open = is_bracket and len(find_contenders(until, stage)) > 1
        if not rounds or len(rounds) < _announced(plan.format, plan.rounds, plan.legs, rounds) or is_open:
            yield stage


def _announced(format: str, rounds: int, legs: int, played: Sequence[Round]) -> int:
    """Returns the rounds that a stage announces: a round robin of n players has n - 1, or n if n is odd."""
    if format != "round_robin" or rounds:
        return rounds
    players = len({*played[0].players})
    return legs * (players - 1 + players % 2)
