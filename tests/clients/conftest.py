"""A running service, and the tokens that its operator issued."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from recount_client import Recount
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.identity.api_tokens import Scope
from service.settings import Settings
from tests.browser.serving import REAL, Served, serving

SCOPES: list[Scope] = ["organize", "integrate"]


@pytest.fixture(scope="package")
def tokens() -> dict[str, str]:
    """API tokens by their scope."""
    return {}


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory, tokens: dict[str, str]) -> Iterator[Served]:
    """The service, on a port that it keeps when it is killed and started again."""
    data = tmp_path_factory.mktemp("service")
    with closing(Services(Settings(data=data, runner=False), CardSetRegistry(None))) as services:
        tokens |= {scope: services.api_tokens.issue(scope, [scope]).token for scope in SCOPES}
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("RECOUNT_WEBHOOKS_LOOPBACK", "on")
        with serving(data, REAL) as served:
            yield served


@pytest.fixture
def desk(service: Served, tokens: dict[str, str]) -> Iterator[Recount]:
    """A client with the token of an organizer."""
    with Recount(service.url, tokens["organize"]) as recount:
        yield recount
