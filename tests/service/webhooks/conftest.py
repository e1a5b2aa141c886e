"""A service whose webhooks may lead to this machine, where nobody delivers but whom a test sends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from service.bootstrap import Services
from service.settings import Settings

from ..client import Api
from .integrators import Integrator, Post
from .receivers import Receiver, listening


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The settings of such a service, on either store."""
    return replace(settings, runner=False, webhooks_loopback=True)


@pytest.fixture
def post(services: Services, settings: Settings) -> Post:
    """Its couriers, and their clock."""
    return Post(services, settings)


@pytest.fixture
def league(api: Api, services: Services) -> Integrator:
    """A site that shows a league."""
    return Integrator(api, services)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A server that takes every message."""
    with listening() as receiver:
        yield receiver
