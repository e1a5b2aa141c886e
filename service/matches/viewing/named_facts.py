"""Facts with player names and results, as the service publishes them."""

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
    """Names in facts. Threads may share it."""

    def __init__(self, people: PlayerDirectory, results: Results) -> None:
        self._people, self._results = people, results

    def name_fact(self, record: str, fact: Fact) -> NamedFact:
        """Returns a *fact* of a match or tournament with names; raises the errors of loading rules."""
        players: tuple[NamedPlayer, ...] | UnsetType = UNSET
        sides: tuple[Side, ...] | UnsetType = UNSET
        result: MatchResult | UnsetType = UNSET
        if isinstance(fact.event, MatchEnded):
            with suppress(CorruptStream):  # a match set aside has no result
                if (match_result := self._results.load_result(record, fact.seq)) is not None:
                    sides, result = self._results.name_sides(match_result), publish_result(match_result)
        elif ids := ids_in_facts((fact,)):
            players = self._people.list_players(sorted(ids))
        return NamedFact(
            fact.seq, fact.cause, fact.rule, fact.event, players=players, sides=sides, result=result
        )

    def load_names(self, facts: Iterable[Fact]) -> None:
        """Loads the names in all *facts* at once."""
        self._people.load_records(ids_in_facts(facts))

    def name_facts(self, record: str, facts: Iterable[Fact]) -> list[NamedFact]:
        """Returns *facts* of a match or tournament with names; raises like `name_fact`."""
        fact_list = [*facts]
        self.load_names(fact_list)
        return [self.name_fact(record, fact) for fact in fact_list]


def without_names(fact: Fact) -> NamedFact:
    """Returns a *fact* with player ids only, for files or before it gets names."""
    return NamedFact(fact.seq, fact.cause, fact.rule, fact.event)
