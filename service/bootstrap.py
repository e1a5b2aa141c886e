"""Puts together what one process needs: the store, the matches, the views and their runner, the bus."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event, Thread
from types import TracebackType

from msgspec.structs import replace

from domain import table
from domain.games import VOCABULARY
from domain.notation import Vocabulary
from domain.table import Import
from projections.boards import MatchViews
from projections.bus import Bus, LocalBus
from projections.case_queue import CaseQueue
from projections.home import ViewStore
from projections.lobby import Lobby
from projections.runner import Runner
from projections.sqlite_home import SqliteViewStore

from .cases.service import Cases
from .catalog.cardsets import CardSetRegistry
from .commentaries.service import Commentaries
from .eventstore.decoding import prepare
from .eventstore.store import Store
from .evidence.backfill import check_headed
from .evidence.keys import Keyring
from .evidence.service import Evidence
from .evidence.witness import Witnessed
from .evidence.witness_client import witness_at
from .feed.log_poller import LogPoller
from .feed.service import Feed
from .feed.visibility import PublicVisibility
from .identity.accounts import Accounts
from .identity.sessions import Sessions
from .matches.agreements import Agreements
from .matches.bots.player import BotPlayer
from .matches.rematches import Rematches
from .matches.service import Matches
from .matches.takebacks import Takebacks
from .settings import Settings
from .webhooks.dispatcher import Dispatcher
from .webhooks.service import Subscriptions
from .webhooks.signing import SecretBox


class Services:
    """Everything one process needs to serve matches. Open one in each process, after any fork.

    `name` is what it signs as; `leaving` tells streams to end, for their listeners to go on elsewhere;
    `PROJECTIONS` are those under which `views` keeps what `runner` makes; `torn` tells why the log of heads
    is not the one that was signed. A store with facts and without heads is refused, with `IncompatibleStore`,
    unless it may be *headless*: for its audit and its adoption.
    """

    PROJECTIONS = (MatchViews.name, Lobby.name, CaseQueue.name)

    def __init__(
        self,
        settings: Settings,
        library: CardSetRegistry,
        vocabulary: Vocabulary = VOCABULARY,
        *,
        headless: bool = False,
    ) -> None:
        prepare()
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.name = settings.name
        self.trusted = settings.trusted
        self.library = library
        self.store = _opened(settings, vocabulary, headless)
        library.archive = self.store
        self.views, self.bus = _shared(settings.redis_url) if settings.redis_url else _alone(settings)
        keys = Keyring(settings.keyring, settings.name)
        witness = witness_at(settings.witness) if settings.witness else None
        self.evidence = Evidence(self.store, keys, settings.name, witness)
        self.matches = Matches(self.store, library, self.bus, self.evidence)
        self.witnessed = Witnessed(settings.data / "witnessed", settings.trusted)
        self.cases = Cases(self.matches)
        self.accounts = Accounts(self.store, self.matches.people)
        self.sessions = Sessions(self.store, self.matches.clock)
        self.agreements = Agreements(self.matches, self.cases)
        self.takebacks = Takebacks(self.matches)
        self.rematches = Rematches(self.matches, library)
        self.commentaries = Commentaries(self.store, self.matches, self.matches.clock)
        self.feed = Feed(self.store, PublicVisibility(self.store, library.rules), self.weighed)
        seal, clock, loopback = SecretBox(keys), self.matches.clock, settings.webhooks_loopback
        self.webhooks = Subscriptions(self.store, self.matches.people, vocabulary, seal, clock, loopback)
        self.courier = Dispatcher(self.store, self.feed, self.webhooks, seal, clock, loopback=loopback)
        self.runner = Runner(self.store, self.views, [MatchViews(library.rules), Lobby(), CaseQueue()])
        self.bots = BotPlayer(self.matches, library, self.views, self.bus, self.store.position)
        self.leaving = False
        self.torn: list[str] = []
        self._stop = Event()
        lookout = LogPoller(self.store, self.bus, self.matches.forget)
        self._running = [
            Thread(target=lookout.run, args=(self._stop, lambda: self.leaving), name="lookout", daemon=True)
        ]
        if settings.runner:
            self._running += [
                Thread(target=self.runner.run, args=(self._stop, self.bus), name="runner", daemon=True),
                Thread(target=self.evidence.keep_sealing, args=(self._stop,), name="sealing", daemon=True),
                Thread(target=self.courier.run, args=(self._stop,), name="courier", daemon=True),
                Thread(target=self.bots.run, args=(self._stop,), name="bots", daemon=True),
            ]
        for thread in self._running:
            thread.start()

    def imported(self, match: str) -> Import | None:
        """Returns where *match* was brought from, as far as it was, and whether its key is known here."""
        marks = self.store.imports(match)
        return self.weighed(table.imported_by(marks[-1])) if marks else None

    def weighed(self, imported: Import) -> Import:
        """Returns *imported* with whether its key is one of those that the operator trusts now."""
        return replace(imported, trusted=imported.key in self.trusted)

    def close(self) -> None:
        """Stops the runner and lets go of files and connections."""
        self._stop.set()
        self.bots.stop()
        self.bus.rouse()
        for thread in self._running:
            thread.join()
        self.bus.close()
        self.views.close()
        self.store.close()

    def __enter__(self) -> Services:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _shared(redis_url: str) -> tuple[ViewStore, Bus]:
    # Loaded for those who have a Redis alone: its client takes a tenth of the time to start.
    from projections.redis_bus import RedisBus
    from projections.redis_home import RedisViewStore

    return RedisViewStore(redis_url), RedisBus(redis_url)


def _alone(settings: Settings) -> tuple[ViewStore, Bus]:
    return SqliteViewStore(settings.data / "views.db"), LocalBus()


def _opened(settings: Settings, vocabulary: Vocabulary, headless: bool) -> Store:
    store = Store(vocabulary, store_environment(settings))
    try:
        if not headless:
            check_headed(store)
    except BaseException:
        store.close()
        raise
    return store


def store_environment(settings: Settings) -> Mapping[str, str]:
    """Returns the variables by which the store of *settings* is opened."""
    return {"SQLITE_DBNAME": str(settings.data / "recount.db"), **settings.store}
