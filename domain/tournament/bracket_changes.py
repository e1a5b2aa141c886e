"""The effect of a pairing changed by hand on a bracket, in sentences before it is done."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message
from .facts import PairingChanged
from .plan import KNOCK_OUT
from .refusals import require_round
from .state import Tournament
from .wording import join_names


def bracket_effects(t: Tournament, changed: PairingChanged) -> Iterator[Message]:
    """Yields the players who would newly go on without a game, and the round without any game."""
    if t.plan_of(changed.stage).format not in KNOCK_OUT:
        return
    round_ = require_round(t, changed.stage, changed.round)
    walking = [bye.player for bye in changed.byes if bye.player not in round_.byes]
    if walking:
        yield Message("Without a game would go on: {players}.", players=join_names(walking))
    if not changed.tables and not {*round_.tables}.difference(changed.removed):
        yield Message("Round {round} would have no game at all.", round=changed.round)
