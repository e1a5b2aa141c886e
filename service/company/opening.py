"""Services for the company of matches, of one process."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NamedTuple

from projections.bus import Bus

from ..catalog.cardsets import CardSetRegistry
from ..database.challenges import ChallengeRow
from ..database.notifications.outbox import NotificationRow
from ..eventstore.store import Store
from ..identity.players import PlayerDirectory
from ..matches.opening.seated import SeatedMatches
from ..matches.repository import MatchRepository
from ..matches.viewing.access import Access
from ..profiles.service import Profiles
from ..settings import Settings
from .challenges import Challenges
from .presence import Presence
from .ready_queue import ReadyQueue
from .talk import Talk


class CompanyServices(NamedTuple):
    """Services for the company of matches."""

    presence: Presence
    talk: Talk
    challenges: Challenges
    queue: ReadyQueue


def open_company(
    settings: Settings,
    store: Store,
    repository: MatchRepository,
    access: Access,
    bus: Bus,
    library: CardSetRegistry,
    players: PlayerDirectory,
    profiles: Profiles,
    announce: Callable[[ChallengeRow], list[NotificationRow]],
) -> CompanyServices:
    """Returns the services for the company of matches."""
    clock = repository.clock
    opener = SeatedMatches(repository, players, library, settings.beacon)
    challenges = Challenges(store, repository, opener, players, profiles, bus, announce)
    return CompanyServices(
        Presence(settings.redis_url, secrets.token_hex(8), bus, clock),
        Talk(store, repository, access, bus, clock),
        challenges,
        ReadyQueue(challenges, bus),
    )
