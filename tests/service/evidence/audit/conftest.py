"""A match whose facts, heads and entries in the log are all there, for somebody to change."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from service.settings import Settings
from tests.service.client import Pair

from .people import Auditor, Vandal


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Nobody seals but who is told to."""
    return Settings(data=settings.data, store=settings.store, redis_url=settings.redis_url, runner=False)


@pytest.fixture
def match(pair: Pair, services: Services) -> str:
    """A match of nine answers and sixty facts; only hands differ.

    The log has its twelve heads, and entries of two names and two tokens.
    """
    for pick in ("e1", "b7", "move:c3", "end", "a card", "move:d7", "end", "a card", "move:e1"):
        player = pair.asked
        assert player is not None
        picked = player.looks()["question"]["options"][0] if pick == "a card" else pick
        assert player.answers(picked).status_code == 201
    for _ in range(2):
        services.api_tokens.issue_token("desk", ["read"])
    assert services.evidence.seal_heads() == 16
    return pair.blue.match


@pytest.fixture
def vandal(settings: Settings, match: str) -> Vandal:
    """Somebody who gets at the database, once the match is in it."""
    return Vandal(settings)


@pytest.fixture
def auditor(services: Services, match: str) -> Auditor:
    """Somebody who looks for changes."""
    return Auditor(services, match)
