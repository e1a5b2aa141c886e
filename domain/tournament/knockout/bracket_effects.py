"""Effects of results and manual pairings on a bracket, in sentences for a preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...messages import Message
from ..decision.losses import count_losses
from ..decision.misplacements import find_misplacements
from ..decision.survivors import remaining_players
from ..decision.winners import stage_winners
from ..facts import PairingChanged, Player, ResultRecorded
from ..fold import fold
from ..plan import KNOCK_OUT_FORMATS, LIVES
from ..refusals import require_round, require_table, to_facts
from ..scoring.results import Result
from ..state import TableRef, Tournament
from ..wording import join_names


def bracket_effects(t: Tournament, changed: PairingChanged) -> Iterator[Message]:
    """Yields the players who would newly advance without a game, and a round without games."""
    if t.plan_of(changed.stage).format not in KNOCK_OUT_FORMATS:
        return
    round_ = require_round(t, changed.stage, changed.round)
    walking = [bye.player for bye in changed.byes if bye.player not in round_.byes]
    if walking:
        yield Message("Without a game would go on: {players}.", players=join_names(walking))
    if not changed.tables and not {*round_.tables}.difference(changed.removed):
        yield Message("Round {round} would have no game at all.", round=changed.round)


def double_loss_effects(t: Tournament, ref: TableRef, result: Result) -> tuple[Message, ...]:
    """Returns the effects of a *result* without a winner on a bracket; none of other results."""
    if t.plan_of(ref.stage).format not in LIVES or 1 in result.places:
        return ()
    round_, _ = require_table(t, ref)
    result_fact = ResultRecorded(*ref, result, "entered", "service", 0)
    return tuple(vacated_places(fold(to_facts(t, result_fact, cause=round_.paired_seq), t), ref))


def vacated_places(t: Tournament, ref: TableRef) -> Iterator[Message]:
    """Yields the effects of a stored result without a winner, in the last round only."""
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
