"""Marks imported matches, and names the players of other services."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..model import Fact
from ..rules import Rules
from ..script import B, K
from .commands import CommandOutcome
from .facts import MatchImported, SeatClaimed
from .match import Match, evolve

AT = "@"
"""The separator of a player and the player's service."""
UNSIGNED = "transcript"
"""The name of the service of an unsigned match."""


def mark_imported(rules: Rules[B, K], match: Match[B], event: MatchImported) -> CommandOutcome[B]:
    """Returns the outcome of an import."""
    fact = Fact(match.seq + 1, match.seq, "", event)
    return CommandOutcome([fact], evolve(rules, match, fact))


def with_service_name(fact: Fact, imports: Iterable[Fact]) -> Fact:
    """Returns *fact* with the names of other services after the players who sat there.

    A claim before one of the *imports* took place elsewhere. Its player is `id@service`, and no player of
    this service.
    """
    if not isinstance(fact.event, SeatClaimed):
        return fact
    services = (
        import_fact.event.house or UNSIGNED
        for import_fact in imports
        if isinstance(import_fact.event, MatchImported) and import_fact.seq > fact.seq
    )
    return replace(fact, event=replace(fact.event, player=AT.join((fact.event.player, *services))))
