"""Imports: what a match is called that was brought from elsewhere, and who sat there."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..decider import Rules
from ..model import Fact
from ..script import B, K
from .commands import Followed
from .facts import MatchImported, SeatClaimed
from .match import Match, evolve

AT = "@"
"""What stands between a player and the service that the player is of."""
UNSIGNED = "transcript"
"""What stands for the service of a match that nobody signed."""


def mark_imported(rules: Rules[B, K], match: Match[B], imported: MatchImported) -> Followed[B]:
    """Tells what follows when a match has been brought from elsewhere."""
    fact = Fact(match.seq + 1, match.seq, "", imported)
    return Followed([fact], evolve(rules, match, fact))


def foreign(fact: Fact, imports: Iterable[Fact]) -> Fact:
    """Returns *fact* with players of other services called so, after the *imports* of its match.

    Whoever took a seat before an import did so elsewhere: such a player is `id@service`, and nobody's here.
    """
    if not isinstance(fact.event, SeatClaimed):
        return fact
    services = (
        imported.event.house or UNSIGNED
        for imported in imports
        if isinstance(imported.event, MatchImported) and imported.seq > fact.seq
    )
    return replace(fact, event=replace(fact.event, player=AT.join((fact.event.player, *services))))
