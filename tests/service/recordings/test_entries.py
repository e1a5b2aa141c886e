"""A scribe enters a match at a real table, and the service derives its facts."""

from __future__ import annotations

import pytest

from domain import decider, table
from domain.model import SPECTATOR
from domain.table import TableFact
from replays.audits.verify import verify
from service.bootstrap import Services
from tests.service.client import Api, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    return Scribe(api, played_match())


@pytest.mark.parametrize(("game", "seed"), [("arena", 4), ("villainous", 3)])
def test_a_whole_match_is_recorded_with_the_facts_that_the_table_saw(
    api: Api, services: Services, game: str, seed: int
) -> None:
    scribe = Scribe(api, played_match(game, seed))
    reply = scribe.enter()
    assert reply["question"] is None
    facts = scribe.facts(services)
    rules = scribe.played.match.rules
    stored = [fact.event for fact in facts if not isinstance(fact.event, TableFact)]
    original = [decider.redact_fact(rules, fact, SPECTATOR).event for fact in scribe.played.match.facts]
    assert [*map(type, stored)] == [*map(type, original)]
    assert isinstance(facts[-1].event, table.MatchEnded)
    verdict = verify(rules, facts)
    assert verdict.ok, verdict.difference
    assert verdict.facts == len(facts)
