"""A store of an earlier release, which kept facts and card sets and nothing else: it opens, and goes on."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest

from domain.games import VOCABULARY
from service.app import create_app, services_of
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.stamp import STAMP
from service.eventstore.store import Store
from service.evidence.audit import audit_record
from service.evidence.backfill import backfill_heads
from service.evidence.log_audit import audit_tree
from service.settings import Settings, store_environment
from tests.service.client import Api, Pair, Player
from tests.service.evidence.audit.people import Vandal
from tests.service.stores import on_both_stores

LATER = ("heads", "merkle", "people", "tokens")
"""The tables that came after the first release."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A service whose views and log of heads nobody keeps up, so that all is as it was left."""
    return Settings(data=settings.data, store=settings.store, redis_url=settings.redis_url, runner=False)


def ages(settings: Settings) -> Vandal:
    """Makes the store what an earlier release has written, and adopts it."""
    vandal = Vandal(settings)
    vandal.does("UPDATE facts SET state = ? WHERE match = ?", b'{"format":1}', STAMP)
    vandal.ages(*LATER)
    Store(VOCABULARY, store_environment(settings), migrate=True).close()
    with Services(settings, CardSetRegistry(), headless=True) as services:
        backfill_heads(services.store, services.evidence, services.library.load_rules)
    return vandal


@on_both_stores
def test_a_store_from_before_heads_people_and_api_tokens_opens_and_is_played_on(
    settings: Settings, pair: Pair
) -> None:
    pair.blue.answers("e1")
    before = [fact["event"] for fact in pair.public.facts()]
    ages(settings)
    app = create_app(settings)
    with closing(services_of(app)) as services:
        api = Api(app)
        blue, red = (Player(api, player.match, player.seat, player.token) for player in pair)
        assert [fact["event"] for fact in Player(api, blue.match).facts()] == before
        Pair(blue, red).play_out(Random(3))
        services.evidence.seal_heads()
        audited = audit_record(services.store, services.library, blue.match)
        assert (audited.findings, audit_tree(services.store)) == ([], [])
        assert audited.heads < audited.answers + 3, "of what came before heads there is one"
        assert services.api_tokens.find_token(services.api_tokens.issue_token("judge-1", ("judge",)).token)


def test_opening_it_once_more_changes_nothing(settings: Settings, pair: Pair) -> None:
    vandal = ages(settings)
    services_of(create_app(settings)).close()
    heads = vandal.does("SELECT position, stream, seq, head FROM heads")
    services_of(create_app(settings)).close()
    assert len(heads) == 2, "that of the match and that of the journal"
    assert vandal.does("SELECT position, stream, seq, head FROM heads") == heads
