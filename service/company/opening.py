"""Services for the company of matches, of one process."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from projections.bus import Bus

from ..eventstore.store import Store
from ..matches.repository import MatchRepository
from ..matches.viewing.access import Access
from ..settings import Settings
from .presence import Presence
from .talk import Talk


class CompanyServices(NamedTuple):
    """Services for the company of matches."""

    presence: Presence
    talk: Talk


def open_company(
    settings: Settings, store: Store, repository: MatchRepository, access: Access, bus: Bus
) -> CompanyServices:
    """Returns the services for the company of matches."""
    clock = repository.clock
    return CompanyServices(
        Presence(settings.redis_url, secrets.token_hex(8), bus, clock),
        Talk(store, repository, access, bus, clock),
    )
