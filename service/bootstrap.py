"""Composes the services of one process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from types import TracebackType
from typing import Any

from domain.model import SPECTATOR
from domain.notation import Vocabulary
from projections.case_queue import CaseQueue
from projections.lobby import Lobby
from projections.match_views import MatchViews
from projections.projection import Projection
from projections.runner import Runner
from projections.statistics import MatchStatistics
from projections.tournament_entries import EnteredTournaments
from projections.tournaments import TournamentList
from projections.versions import VersionedViews
from projections.view_store import VIEW_STORE_ERRORS

from .cases.service import Cases
from .catalog.cardsets import CardSetRegistry
from .commentaries.service import CommentaryService
from .company.opening import open_company
from .eventstore.codec import VOCABULARY, prepare_decoders
from .evidence.keys import ImportTrust, Keyring
from .evidence.sealing import open_evidence
from .evidence.witness import WitnessStore
from .feed.broadcasts import Broadcasts
from .feed.live import LiveFacts
from .feed.log_poller import LogPoller
from .feed.service import Feed
from .feed.visibility import PublicVisibility
from .history.whatif_process import SimulationSlots
from .http.middleware.idempotency import IdempotencyKeys
from .http.middleware.work_accounts import NETWORKS, WorkAccounts
from .identity.accounts import Accounts, Erasure
from .identity.api_tokens import ApiTokens, EventNames
from .identity.players import PlayerDirectory
from .identity.sessions import Sessions
from .jobs.queue import JobQueue
from .jobs.runner import JobRunner
from .matches.agreements import Agreements
from .matches.bots.player import BotPlayer
from .matches.bots.watches import Watches
from .matches.flags import Flags
from .matches.listing import EventTables
from .matches.opening.rematches import Rematches
from .matches.repository import MatchRepository, now
from .matches.results import Results
from .matches.reveals import Reveals
from .matches.service import MatchService
from .matches.takebacks import Takebacks
from .matches.viewing.access import Access
from .matches.viewing.named_facts import FactNames
from .notifications.opening import Notifications, open_contacts
from .observability import tracing
from .profiles.service import Profiles
from .recordings.service import Recordings
from .settings import Settings, encode_settings
from .shared.registry import ProcessState, Registry
from .statistics.service import StatisticsService
from .stores import local_views, open_store, redis_views
from .subprocesses import Subprocess, module_command
from .tasks import Task, Tasks
from .tournaments.access import TournamentAccess, is_official
from .tournaments.entry.registration import PlayerLinks, Registration
from .tournaments.entry.staff import Staff
from .tournaments.processes.own_matches import find_matches, find_tables, own_matches
from .tournaments.processes.seed_process import SeedProcess
from .tournaments.processes.tables import TableOpener
from .tournaments.queries.listing import Winners
from .tournaments.report_files.opening import ReportOpener
from .tournaments.repository import TournamentRepository
from .tournaments.results import ResultProcess
from .tournaments.service import TournamentService
from .webhooks.dispatcher import Dispatcher
from .webhooks.service import SubscriptionService
from .webhooks.signing import SecretBox

JOB_COMMAND = module_command("service.job_process")

POLL_SECONDS, UNWOKEN_POLL_SECONDS = 0.5, 0.04
"""Seconds between two polls of the log by a runner that notifications wake, and by one without them.

40 polls a second, in case no append sent a notification, took 20 ms of processor time each second.
"""


class Services(Registry):
    """The services of one process. Open them in each process, after any fork.

    `start`, or the context, starts the background work. `process` is the state that the rooms share.
    `PROJECTIONS` names the views of `runner`, `FOLLOWERS` all components with a position in the log. `tasks`
    are those of this process. A store with facts and without heads raises `IncompatibleStore`. With
    *headless* it opens all the same, for its audit and its adoption.
    """

    PROJECTIONS = (
        *(MatchViews.name, Lobby.name, CaseQueue.name, TournamentList.name, EnteredTournaments.name),
        MatchStatistics.name,
    )
    FOLLOWERS = (*PROJECTIONS, ResultProcess.name, SeedProcess.name)

    def __init__(
        self,
        settings: Settings,
        library: CardSetRegistry,
        vocabulary: Vocabulary = VOCABULARY,
        *,
        headless: bool = False,
    ) -> None:
        super().__init__()
        prepare_decoders()
        self.store = store = open_store(settings, vocabulary, headless)
        self.library = library = library.with_archive(self.store)
        projections: list[Projection[Any]] = [
            *(MatchViews(library.load_rules), Lobby(), CaseQueue(), TournamentList(), EnteredTournaments()),
            MatchStatistics(library.load_rules),
        ]
        home, self.bus = (redis_views if settings.redis_url else local_views)(
            settings, self.store.database.observe_position
        )
        self.views = VersionedViews(home, projections)
        self.clock = clock = now
        self.process = ProcessState(settings.name, settings.shared, clock, self.bus, followers=self.FOLLOWERS)
        self.import_trust = ImportTrust(self.store, settings.trusted)
        keys = Keyring(settings.keyring, settings.name)
        self.evidence, self._sealing_task = open_evidence(
            store, keys, settings, self.views, clock, lambda match: self.access.window(match, SPECTATOR).last
        )
        self.sealing = self._sealing_task.state
        self.witnessed = WitnessStore(settings.data, settings.trusted, keys.witness_signer, clock)
        self.players = PlayerDirectory(self.store)
        self.erasure = Erasure(self.store, self.players, self.evidence, self.bus, clock)
        self.sessions, self.api_tokens = Sessions(self.store, clock), ApiTokens(self.store, clock)
        self.accounts = Accounts(
            *(self.store, self.players, self.erasure, self.sessions),
            lambda match, token: self.access.find_guest(match, token),
        )
        self.work = WorkAccounts(settings, keys.derive_secret(NETWORKS), self.api_tokens.find_valid_id)
        self.simulations = SimulationSlots(self.work)
        self.idempotency = IdempotencyKeys(self.store, clock)
        self.jobs = JobQueue(self.store, clock)
        self.repository = MatchRepository(store, library, self.bus, self.evidence, self.idempotency, clock)
        self.event_tables = EventTables(
            lambda event: find_matches(self.tournaments, event),
            lambda event: find_tables(self.tournaments, event),
        )
        self.match_results = Results(self.views, self.repository, library.load_rules, self.players)
        self.tournaments = TournamentRepository(self.store, self.bus, self.evidence, self.idempotency, clock)
        self.access = Access(self.repository, self.api_tokens, partial(is_official, self.tournaments))
        self.matches = MatchService(self.repository, self.players, library, settings.beacon)
        self.flags = Flags(self.repository, self.views, self.bus, self.store.position, settings.beacon)
        self.winners = Winners(self.tournaments)
        self.tournament_access = TournamentAccess(self.tournaments, self.access, self.accounts)
        self.links = PlayerLinks(keys)
        registration = Registration(self.players, self.accounts, self.links)
        self.tournament_service = TournamentService(
            store, self.tournaments, self.repository, library, registration
        )
        self.report_opener = ReportOpener(self.store, self.tournaments, library, registration)
        self.staff = Staff(self.tournaments, self.api_tokens, self.players)
        self.event_names = EventNames(self.staff.name_event)
        self.profiles = Profiles(self.views, self.accounts, self.players)
        self.statistics = StatisticsService(self.views, partial(own_matches, self.tournaments))
        self.cases = Cases(self.repository, self.access, self.api_tokens)
        self.recordings = Recordings(self.repository, self.cases)
        self.agreements = Agreements(self.repository, self.cases.party_of)
        self.takebacks, self.reveals = Takebacks(self.repository), Reveals(self.repository)
        self.rematches = Rematches(self.repository, self.matches, library)
        self.commentaries = CommentaryService(self.store, self.repository, self.access, self.players, clock)
        self.fact_names = FactNames(self.players, self.match_results)
        self.broadcasts, self.live_facts = Broadcasts(), LiveFacts(self.access, self.fact_names)
        visibility = PublicVisibility(self.store, library.load_rules)
        find_own = partial(own_matches, self.tournaments)
        self.feed = Feed(self.store, visibility, self.import_trust.with_trust, self.fact_names, find_own)
        seal, loopback = SecretBox(keys), settings.webhooks_loopback
        self.webhooks = SubscriptionService(store, self.feed, self.players, vocabulary, seal, clock, loopback)
        self.dispatcher = Dispatcher(self.store, self.feed, self.webhooks, seal, clock, loopback=loopback)
        poll = POLL_SECONDS if settings.runner or settings.redis_url else UNWOKEN_POLL_SECONDS
        self.runner = Runner(self.store, self.views, projections, poll=poll, traced=tracing.trace_projection)
        self.watches = Watches(settings.redis_url)
        around = (self.access, self.bus, library, self.players, self.profiles)
        announce = open_contacts(store, settings, keys, clock).make_challenge_rows
        self.company = company = open_company(settings, store, self.repository, *around, announce)
        within = (self.repository, self.tournaments, self.players, company.presence, company.challenges)
        self.notifications = Notifications(store, settings, keys, *within, clock)
        work, seen = (self.repository, self.matches, library, self.work), (self.watches, self.views, self.bus)
        self.bots = BotPlayer(*work, *seen, store.position)
        tables = TableOpener(self.tournaments, self.repository, self.matches, library)
        self.result_process = ResultProcess(
            self.store, self.views, self.evidence, self.tournaments, self.repository, tables
        )
        self.seeds = SeedProcess(self.store, self.views, self.tournaments)
        self._stop, poller = Event(), LogPoller(self.store, self.bus, self._clear_caches)
        workers = [Task("log-poller", lambda stop: poller.run(stop, lambda: self.process.is_shutting_down))]
        self.tasks = tuple(self._make_tasks(settings))
        if self.tasks:
            lock = " ".join([self.views.stored_names, *(task.name for task in self.tasks)])
            working = Tasks(self.store.database, lock, self.tasks, self._wake_tasks)
            workers.append(Task("tasks", working.run))
        self.register(
            *(self.store, self.library, self.views, self.process, self.import_trust, self.evidence),
            *(self.witnessed, self.players, self.accounts, self.sessions, self.api_tokens, self.idempotency),
            *(self.jobs, self.repository, self.event_tables, self.match_results, self.tournaments),
            *(self.access, self.matches, self.flags, self.winners, self.tournament_access, self.links),
            *(self.tournament_service, self.report_opener, self.staff, self.event_names, self.profiles),
            *(self.statistics, self.cases, self.recordings, self.agreements, self.takebacks, self.reveals),
            *(self.rematches, self.sealing, self.commentaries, self.fact_names, self.broadcasts),
            *(self.live_facts, self.feed, self.webhooks, self.result_process, self.work, self.simulations),
            *(self.watches, *self.company, self.notifications),
        )
        self._threads = [
            Thread(target=run, args=(self._stop,), name=name, daemon=True) for name, run in workers
        ]

    def _make_tasks(self, settings: Settings) -> Iterator[Task]:
        """Yields the tasks that run in one process at a time."""
        if not settings.runner:
            return
        projection = Subprocess("service.views_process", settings.store).run
        yield Task("views", projection if settings.separate_process else self.run_projections)
        yield Task("sealing", self._sealing_task.run)
        yield Task("dispatcher", self.dispatcher.run)
        yield from self.notifications.make_tasks(self.bus)
        yield Task("bots", self.bots.run)
        yield Task("clocks", self.flags.run)
        yield Task("queue", self.company.queue.run)
        yield Task("results", lambda stop: self.result_process.run(stop, self.bus))
        yield Task("seeds", lambda stop: self.seeds.run(stop, self.bus))
        yield Task("jobs", JobRunner(self.jobs, JOB_COMMAND, encode_settings(settings), self.work).run)

    def run_projections(self, stop: Event) -> None:
        """Runs the projections until *stop* is set."""
        with suppress(*VIEW_STORE_ERRORS):
            self.views.clear_older()
        self.runner.run(stop, self.bus)

    def start(self) -> Services:
        """Starts the background threads. `close` stops them."""
        for thread in self._threads:
            thread.start()
        return self

    def _clear_caches(self) -> None:
        self.store.public_position = 0
        self.repository.forget_match()
        self.tournaments.forget()

    def _wake_tasks(self) -> None:
        """Wakes the waiting tasks, so that they see the end of their work."""
        self.bots.stop()
        self.bus.wake_all()

    def close(self) -> None:
        """Stops the runner and lets go of files and connections."""
        self._stop.set()
        self._wake_tasks()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        self.company.presence.close()
        self.bus.close()
        self.views.close()
        self.store.close()

    def __enter__(self) -> Services:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
