"""The desk of a tournament."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from tests.service.client import Api

from .desk import Desk


@pytest.fixture
def desk(api: Api, services: Services) -> Desk:
    """A tournament of four."""
    return Desk.opens(api, services, minutes=50, tiebreakers=["buchholz", "lot"]).registers(
        "Ada", "Grace", "Lin", "Mae"
    )
