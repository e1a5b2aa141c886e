"""Facts with names, as they leave the service: who the ids in them stand for, and how a match ended."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from msgspec import UNSET, UnsetType

from domain.model import Fact
from domain.table import MatchEnded
from projections.event_log import CorruptStream

from ...identity.players import NamedPlayer, PlayerDirectory
from ...shared.record_ids import ids_in_facts
from ..results import MatchResult, Results, Side, publish_result


class NamedFact(Fact, frozen=True, kw_only=True):
    """A fact as it leaves the service: numbered by `seq`, made by the fact `cause` and the rule `rule`.

    `players` names the ids in it. The fact that ends a match has its `sides` and its `result`.
    """

    players: tuple[NamedPlayer, ...] | UnsetType = UNSET
    sides: tuple[Side, ...] | UnsetType = UNSET
    result: MatchResult | UnsetType = UNSET


class FactNames:
    """Tells the names that go with facts. Threads may share it."""

    def __init__(self, people: PlayerDirectory, results: Results) -> None:
        self._people, self._results = people, results

    def of(self, record: str, fact: Fact) -> NamedFact:
        """Returns a *fact* of a match or tournament with names; raises what loading rules raises."""
        players: tuple[NamedPlayer, ...] | UnsetType = UNSET
        sides: tuple[Side, ...] | UnsetType = UNSET
        result: MatchResult | UnsetType = UNSET
        if isinstance(fact.event, MatchEnded):
            with suppress(CorruptStream):  # the match is set aside: nothing more is told of it
                if (match_result := self._results.of(record, fact.seq)) is not None:
                    sides, result = self._results.sides(match_result), publish_result(match_result)
        elif ids := ids_in_facts((fact,)):
            players = self._people.list_players(sorted(ids))
        return NamedFact(
            fact.seq, fact.cause, fact.rule, fact.event, players=players, sides=sides, result=result
        )

    def look_up(self, facts: Iterable[Fact]) -> None:
        """Finds out at once what is told with each of *facts*."""
        self._people.load_records(ids_in_facts(facts))

    def all(self, record: str, facts: Iterable[Fact]) -> list[NamedFact]:
        """Returns *facts* of a match or tournament with names; raises as `of`."""
        told = [*facts]
        self.look_up(told)
        return [self.of(record, fact) for fact in told]


def unnamed(fact: Fact) -> NamedFact:
    """Returns a *fact* in which players are known by their ids alone: for files, and until it is named."""
    return NamedFact(fact.seq, fact.cause, fact.rule, fact.event)
