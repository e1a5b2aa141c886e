"""Results that put both players of a table out of a bracket, and the losses they bring, told beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..messages import Message
from .decision.losses import count_losses
from .decision.misplacements import find_misplacements
from .decision.survivors import remaining_players
from .decision.winners import stage_winners
from .facts import Player, ResultRecorded
from .fold import fold
from .plan import LIVES
from .refusals import require_table, to_facts
from .results import Result
from .state import TableRef, Tournament
from .wording import join_names


def double_loss_effects(t: Tournament, ref: TableRef, result: Result) -> tuple[Message, ...]:
    """Returns what falls away in a bracket by a *result* without a winner; nothing for other results."""
    if t.plan_of(ref.stage).format not in LIVES or 1 in result.places:
        return ()
    round_, _ = require_table(t, ref)
    result_fact = ResultRecorded(*ref, result, "entered", "service", 0)
    return tuple(vacated_places(fold(to_facts(t, result_fact, cause=round_.paired_seq), t), ref))


def vacated_places(t: Tournament, ref: TableRef) -> Iterator[Message]:
    """Yields what a stored result without a winner takes from a bracket, while its round is the last one."""
    round_, table = require_table(t, ref)
    result, format_ = table.pairing_result, t.plan_of(ref.stage).format
    rounds = t.rounds_of(ref.stage)
    if format_ not in LIVES or result is None or 1 in result.places or round_ is not rounds[-1]:
        return
    losses = count_losses(rounds[:-1], LIVES[format_])
    if not any(losses[player] < LIVES[format_] for player in table.seats):
        return
    yield Message("Nobody wins here, so both are out: {players}.", players=join_names(table.seats))
    yield from _first_place(t, ref.stage, losses)


def _first_place(t: Tournament, stage: int, losses: Mapping[Player, int]) -> Iterator[Message]:
    """Yields the effect on the final; *losses* are those before the last round."""
    remaining = remaining_players(t, stage)
    open_tables = [table for table in t.rounds_of(stage)[-1].tables.values() if table.pairing_result is None]
    contested = [table for table in open_tables if {*table.seats}.intersection(remaining)]
    safe = [player for player in remaining if not any(player in table.seats for table in contested)]
    spare = LIVES[t.plan_of(stage).format] - 1
    if len(safe) + len(contested) > 1 or any(
        losses[player] < spare for table in contested for player in table.seats
    ):
        yield Message("A player who would meet one of them next goes on without a game.")
    elif contested and not find_misplacements(t, stage):
        yield Message("The final falls away: the winner of the other match is first without it.")
    elif not stage_winners(t, stage):
        yield Message("No player is left, so the first place stays empty until the organizers decide it.")
    elif safe:
        yield Message("The final falls away: {player} is first without it.", player=safe[0])
