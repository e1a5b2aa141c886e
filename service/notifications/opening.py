"""Composes the notifications of one process."""

from __future__ import annotations

from collections.abc import Callable

from projections.bus import Bus

from ..company.challenges import Challenges
from ..company.presence import Presence
from ..eventstore.store import Store
from ..evidence.keys import Keyring
from ..identity.players import PlayerDirectory
from ..matches.repository import MatchRepository
from ..settings import Settings
from ..tasks import Task
from ..tournaments.repository import TournamentRepository
from .contacts import Contacts
from .follower import NotificationFollower
from .inbox import Inbox
from .mail import MailSender
from .push import PushSender
from .push_keys import PushKeys
from .sealing import ContactSeal
from .sender import NotificationSender
from .texts import NoticeWriter


def open_contacts(store: Store, settings: Settings, keys: Keyring, clock: Callable[[], int]) -> Contacts:
    """Returns the contacts of a service."""
    mails, loopback = settings.mail is not None, settings.webhooks_loopback
    return Contacts(store, ContactSeal(keys), clock, mails=mails, loopback=loopback)


class Notifications:
    """Contacts and inboxes of players, and the tasks that notify them."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        keys: Keyring,
        matches: MatchRepository,
        tournaments: TournamentRepository,
        players: PlayerDirectory,
        presence: Presence,
        challenges: Challenges,
        clock: Callable[[], int],
    ) -> None:
        self.contacts = open_contacts(store, settings, keys, clock)
        seal, loopback, url = self.contacts.seal, settings.webhooks_loopback, settings.url
        self.keys = PushKeys(keys, url if url.startswith("https:") else "")
        self.follower = NotificationFollower(store, self.contacts, matches, tournaments, players, clock)
        writer = NoticeWriter(matches, tournaments, players, seal, presence, challenges)
        self.inbox = Inbox(store, writer, clock)
        push = PushSender(self.keys, clock, loopback=loopback)
        mail = MailSender(settings.mail, url, seal, clock) if settings.mail else None
        self.sender = NotificationSender(store, self.contacts, writer, push, mail, clock)

    def make_tasks(self, bus: Bus) -> tuple[Task, Task]:
        """Returns the tasks that run in one process at a time."""
        follower = Task("notifications", lambda stop: self.follower.run(stop, bus))
        return follower, Task("notification-sender", self.sender.run)
