"""A projection that would tell if a fact were taken in twice, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.model import Fact
from projections.projection import Kind, ReadView, Topics
from tests.projections.logs import Log


class Count(NamedTuple):
    """How many facts were taken in, and the sum of their numbers."""

    facts: int
    sum: int


class Tally:
    """Shows `<facts> <sum>` under each match, and goes on from what it showed."""

    name = "tally"
    of: Kind = "matches"
    topics: Topics | None = None

    def __init__(self, version: int = 1) -> None:
        self.version = version

    def start_view(self, match: str, opened: Fact) -> Count:
        return Count(1, 1)

    def apply_fact(self, view: Count, fact: Fact) -> Count:
        return Count(view.facts + 1, view.sum + fact.seq)

    def render_entries(self, match: str, view: Count) -> Mapping[str, bytes]:
        return {match: f"{view.facts} {view.sum}".encode()}

    def restore_view(self, match: str, read_view: ReadView) -> Count | None:
        before = read_view(match)
        return Count(*map(int, before.split())) if before is not None else None


def count(facts: int) -> bytes:
    """Returns what the tally of a match of so many facts is."""
    return f"{facts} {facts * (facts + 1) // 2}".encode()


def tallies(log: Log) -> Mapping[str, bytes]:
    """Returns what the tally shows when every fact was taken in once."""
    return {match: count(len(log.facts(match))) for match in {match for _, match, _ in log.recorded}}
