"""Results that put both players of a table out of a bracket, and the losses they bring, told beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message
from .decision.losses import count_losses
from .plan import LIVES
from .refusals import table_of
from .results import Result
from .state import Place, Tournament
from .wording import listed


def double_loss_effects(t: Tournament, place: Place, result: Result) -> tuple[Message, ...]:
    """Returns what falls away in a bracket by a *result* without a winner; nothing for other results."""
    if t.plan(place.stage).format not in LIVES or 1 in result.places:
        return ()
    return tuple(_effects(t, place))


def _effects(t: Tournament, place: Place) -> Iterator[Message]:
    known, table = table_of(t, place)
    lives = LIVES[t.plan(place.stage).format]
    earlier = [round_ for round_ in t.rounds_of(place.stage) if round_.number < place.round]
    losses = count_losses(earlier, lives)
    if not any(losses[player] < lives for player in table.seats):
        return
    yield Message("Nobody wins here, so both are out: {players}.", players=listed(table.seats))
    if lives > 1:
        return
    tables = [each for each in known.tables.values() if any(losses[player] < lives for player in each.seats)]
    match len(tables) + len(known.byes):
        case 1:
            yield Message("No player wins the final.")
        case 2:
            yield Message("The final falls away: the winner of the other match is first without it.")
        case _:
            yield Message("The next opponent goes on without a game.")
