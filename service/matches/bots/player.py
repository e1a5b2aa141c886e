"""Player of all bots, which answers each question to a bot.

The facts of a match name its bots, so another process can play on after a crash. A bot's answer is appended
only in the state of its question. Two processes for the same bot thus answer once.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random, SystemRandom
from threading import Event, Thread
from typing import Any

import msgspec
from msgspec.structs import replace

from domain import table
from domain.decider import Illegal
from domain.model import Asked, Picks
from domain.rules import Rules
from domain.snapshot import take_snapshot
from domain.table import MatchOpened, WrongMoment
from projections.bus import Bus
from projections.lobby import ListedMatch, Lobby
from projections.view_store import ViewStore
from replays.bots.candidates import sample_answers
from replays.bots.levels import SEARCH_BOTS
from replays.bots.players import MAX_ANSWERS

from ...caches import LruCache
from ...catalog.cardsets import CardSetRegistry
from ...http.middleware.work_accounts import Owner, WorkAccounts
from ...shared.errors import VersionConflict
from ..opening.openings import may_have_bots
from ..repository import MatchRepository
from ..service import MatchService
from .process import NICENESS, PROMPT_NICENESS, BotProcess, BotTurn, NoAnswer, ProcessStopped
from .turns import BotMatch, BotTurns
from .watches import Watches

log = logging.getLogger(__name__)

PAGE_SIZE = 200
"""Lobby entries in one read."""
MATCH_CACHE_SIZE = 10_000
"""Matches with a cached answer to whether bots can play in them."""
CARD_SET_CACHE_SIZE = 8
"""Encoded card sets in one process."""
POLL_SECONDS = 0.5
"""Longest wait for notifications."""
GATHER_SECONDS = 0.005
"""Time in which notifications gather after the first; most are of matches without bots."""
SLOW_BOTS = frozenset(bot.__name__ for bot in SEARCH_BOTS)
"""Bots that think long."""
BACKOFF_SECONDS = 1.0
"""Pause after an error."""


class BotPlayer:
    """Player of all bots, for one process. *position* returns the end of the event log.

    Each bot process has a thread, which takes the matches of *turns* one by one.
    """

    def __init__(
        self,
        repository: MatchRepository,
        matches: MatchService,
        library: CardSetRegistry,
        accounts: WorkAccounts,
        watches: Watches,
        views: ViewStore,
        bus: Bus,
        position: Callable[[], int],
    ) -> None:
        self._repository, self._matches, self._library = repository, matches, library
        self._views, self._bus, self._position = views, bus, position
        self._accounts, self._watches = accounts, watches
        self._turns, self._processes = BotTurns(accounts), list[BotProcess]()
        self._unwatched = dict[str, None]()
        self._bots_cache: LruCache[bool] = LruCache(MATCH_CACHE_SIZE)
        self._cards: LruCache[bytes] = LruCache(CARD_SET_CACHE_SIZE)
        self._rng = SystemRandom()

    def stop(self) -> None:
        """Stops the bots under way before the end of `run`."""
        for process in self._processes:
            process.stop()

    def run(self, stop: Event) -> None:
        """Answers for bots until *stop* is set, first in the lobby, then on notifications."""
        self._turns = BotTurns(self._accounts)
        others = max(1, len(os.sched_getaffinity(0)) - 1)
        self._processes = [BotProcess(PROMPT_NICENESS), *(BotProcess(NICENESS) for _ in range(others))]
        threads = [
            Thread(
                target=self._serve_process, args=(process, process is self._processes[0], stop), name="bot"
            )
            for process in self._processes
        ]
        for thread in threads:
            thread.start()
        with self._bus.subscribe(gather_seconds=GATHER_SECONDS, skips=self._has_no_bots) as subscription:
            log_end, has_scanned = self._position(), False
            while not stop.is_set():
                notified = [notification.match for notification in subscription.wait(POLL_SECONDS)]
                with self._logging_errors(stop):
                    if not has_scanned and self._views.position(Lobby.name) >= log_end:
                        notified += self.awaited_matches()
                        has_scanned = True
                for match in (*notified, *self._awakened_matches()):
                    with self._logging_errors(stop, match):
                        self.queue_match(match)
        for thread in threads:
            thread.join()
        for process in self._processes:
            process.close()

    def awaited_matches(self) -> list[str]:
        """Returns the matches under way with bots, as the lobby lists them."""
        matches: list[str] = []
        after = ""
        while page := self._views.scan(Lobby.name, after, PAGE_SIZE):
            entries = [msgspec.json.decode(view, type=ListedMatch) for _, view in page]
            matches += [entry.match for entry in entries if entry.bots and entry.status == "playing"]
            after = entries[-1].match
        return matches

    def queue_match(self, match: str) -> bool:
        """Queues *match* if a bot has to answer there, and returns whether it has.

        A table without people waits for a watcher, unless its owner wants it to run on.
        """
        if not self._may_have_bots(match):
            return False
        rules, match_state = self._repository.load_match(match)
        if match_state.ended is not None:
            self._repository.owners.forget_payer(match)
            return False
        payer = self._repository.owners.load_payer(match)
        question = table.open_question(rules, match_state)
        if question is None or question.seat not in match_state.bots or match_state.ply >= MAX_ANSWERS:
            return False
        has_people = has_person(rules, match_state)
        if not (has_people or payer.runs_on or match in self._watches.watched_matches()):
            self._unwatched[match] = None
            return False
        is_slow = match_state.bots[question.seat] in SLOW_BOTS
        self._turns.add_match(BotMatch(match, payer.owner, is_slow), has_people=has_people)
        return True

    def _awakened_matches(self) -> list[str]:
        """Returns the matches that waited for a watcher and have one."""
        if not self._unwatched:
            return []
        awakened = [*self._watches.watched_matches().intersection(self._unwatched)]
        for match in awakened:
            del self._unwatched[match]
        return awakened

    def _serve_process(self, process: BotProcess, prompt: bool, stop: Event) -> None:
        """Lets *process* answer in one match after the other, until *stop* is set."""
        while not stop.is_set():
            bot_match = self._turns.take_match(prompt=prompt)
            if bot_match is None:
                continue
            match = bot_match.match
            with self._logging_errors(stop, match):
                try:
                    self._answer_match(bot_match, process)
                finally:
                    self._turns.finish_match(bot_match, prompt=prompt)
            with self._logging_errors(stop, match):
                self.queue_match(match)

    @contextmanager
    def _logging_errors(self, stop: Event, match: str = "") -> Iterator[None]:
        """Logs errors, and pauses after one."""
        try:
            yield
        except ProcessStopped as stopped:
            if not stop.is_set():
                log.warning("bots think anew: %s", stopped)
                stop.wait(BACKOFF_SECONDS)
        except Exception:
            log.exception("bots wait, and try again (match %s)", match or "unknown")
            stop.wait(BACKOFF_SECONDS)

    def _answer_match(self, bot_match: BotMatch, process: BotProcess) -> None:
        """Answers the open question of a match for a bot, and charges the owner."""
        match = bot_match.match
        loaded = self._repository.load_match(match)
        rules, match_state = loaded
        question = table.open_question(rules, match_state)
        bot = match_state.bots.get(question.seat) if question is not None else None
        if question is None or bot is None:
            return
        match_opened = match_state.settings
        write = self._repository.find_game(match_opened.game).write_position
        turn = BotTurn(
            bot,
            self._card_content(match_opened),
            replace(match_opened, seed="", claims=(), position="", told=()),
            take_snapshot(write, match_state.position),
            match_state.seq,
            self._rng.getrandbits(64),
        )
        with suppress(VersionConflict, WrongMoment):  # the match has gone on meanwhile, or rests
            for picks in self._candidate_answers(turn, question, process, bot_match.owner):
                with suppress(Illegal):
                    self._matches.answer_for(match, question.seat, picks, match_state.seq)
                    return

    def _candidate_answers(
        self, turn: BotTurn, question: Asked, process: BotProcess, owner: Owner
    ) -> Iterator[Picks]:
        """Yields the answer of the bot, and after its failure all other possible answers."""
        try:
            answer = process.choose_picks(turn)
        except NoAnswer as failed:
            log.warning("any other answer will do: %s", failed)
        else:
            self._accounts.charge_work(owner, answer.milliseconds)
            yield answer.picks
        yield from sample_answers(question, Random(turn.seed))

    def _may_have_bots(self, match: str) -> bool:
        has_bots = self._bots_cache.get(match)
        if has_bots is None:
            first = self._repository.load_facts(match, 0, 1)
            if not first:
                return False
            assert isinstance(first[0].event, MatchOpened)
            match_opened = first[0].event
            has_bots = self._bots_cache.put(match, may_have_bots(match_opened))
        return has_bots

    def _has_no_bots(self, match: str) -> bool:
        """Returns whether the cache has *match* as one without bots."""
        return self._bots_cache.get(match) is False

    def _card_content(self, match_opened: MatchOpened) -> bytes:
        content = self._cards.get(match_opened.cards)
        return content or self._cards.put(
            match_opened.cards, self._library.find_pinned(match_opened.game, match_opened.cards).content()
        )


def has_person(rules: Rules[Any, Any], match_state: table.Match[Any]) -> bool:
    """Returns whether a person has a seat in play."""
    retired = rules.retired_seats(match_state.position.board)
    return not {*range(match_state.settings.seats)} <= {*match_state.bots, *retired}
