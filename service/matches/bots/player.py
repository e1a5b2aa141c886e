"""Player of all bots, which answers each question to a bot.

The facts of a match name its bots, so another process can play on after a crash. A bot's answer is appended
only in the state of its question. Two processes for the same bot thus answer once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random, SystemRandom
from threading import Event

import msgspec
from msgspec.structs import replace

from domain import table
from domain.decider import Illegal
from domain.model import Asked, Picks
from domain.snapshot import take_snapshot
from domain.table import MatchOpened, WrongMoment
from domain.table.flags import MIN_SEATS
from projections.bus import Bus
from projections.lobby import ListedMatch, Lobby
from projections.view_store import ViewStore
from replays.bots.candidates import sample_answers
from replays.bots.players import MAX_ANSWERS

from ...caches import LruCache
from ...catalog.cardsets import CardSetRegistry
from ...shared.errors import VersionConflict
from ..repository import MatchRepository
from ..service import MatchService
from .process import BotProcess, BotTurn, NoAnswer, ProcessStopped

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
BACKOFF_SECONDS = 1.0
"""Pause after an error."""


class BotPlayer:
    """Player of all bots, for one process. *position* returns the end of the event log."""

    def __init__(
        self,
        repository: MatchRepository,
        matches: MatchService,
        library: CardSetRegistry,
        views: ViewStore,
        bus: Bus,
        position: Callable[[], int],
    ) -> None:
        self._repository, self._matches, self._library = repository, matches, library
        self._views, self._bus, self._position = views, bus, position
        self._process = BotProcess()
        self._bots_cache: LruCache[bool] = LruCache(MATCH_CACHE_SIZE)
        self._cards: LruCache[bytes] = LruCache(CARD_SET_CACHE_SIZE)
        self._rng = SystemRandom()

    def stop(self) -> None:
        """Stops the bot under way before the end of `run`."""
        self._process.stop()

    def run(self, stop: Event) -> None:
        """Answers for bots until *stop* is set, first in the lobby, then on notifications."""
        self._process = BotProcess()
        with self._bus.subscribe(gather_seconds=GATHER_SECONDS, skips=self._has_no_bots) as subscription:
            log_end, has_scanned = self._position(), False
            waiting: dict[str, None] = {}
            while not stop.is_set():
                waiting |= dict.fromkeys(
                    notification.match for notification in subscription.wait(0 if waiting else POLL_SECONDS)
                )
                match = next(iter(waiting), "")
                try:
                    if not has_scanned and self._views.position(Lobby.name) >= log_end:
                        waiting |= dict.fromkeys(self.awaited_matches())
                        has_scanned = True
                    if match:
                        del waiting[match]
                        if self.answer_match(match):
                            waiting[match] = None  # at the end: each match in its turn
                except ProcessStopped as stopped:
                    waiting[match] = None
                    if not stop.is_set():
                        log.warning("bots think anew: %s", stopped)
                        stop.wait(BACKOFF_SECONDS)
                except Exception:
                    log.exception("bots wait, and try again (match %s)", match or "unknown")
                    stop.wait(BACKOFF_SECONDS)
        self._process.close()

    def awaited_matches(self) -> list[str]:
        """Returns the matches under way with bots, as the lobby lists them."""
        matches: list[str] = []
        after = ""
        while page := self._views.scan(Lobby.name, after, PAGE_SIZE):
            entries = [msgspec.json.decode(view, type=ListedMatch) for _, view in page]
            matches += [entry.match for entry in entries if entry.bots and entry.status == "playing"]
            after = entries[-1].match
        return matches

    def answer_match(self, match: str) -> bool:
        """Answers the open question of *match* for a bot, and returns whether another may follow."""
        if not self._may_have_bots(match):
            return False
        loaded = self._repository.load_match(match)
        rules, match_state = loaded
        question = table.open_question(rules, match_state)
        bot = match_state.bots.get(question.seat) if question is not None else None
        if question is None or bot is None or match_state.ply >= MAX_ANSWERS:
            return False
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
            for picks in self._candidate_answers(turn, question):
                with suppress(Illegal):
                    self._matches.answer_for(match, question.seat, picks, match_state.seq)
                    return True
        return True

    def _candidate_answers(self, turn: BotTurn, question: Asked) -> Iterator[Picks]:
        """Yields the answer of the bot, and after its failure all other possible answers."""
        try:
            yield self._process.choose_picks(turn)
        except NoAnswer as failed:
            log.warning("any other answer will do: %s", failed)
        yield from sample_answers(question, Random(turn.seed))

    def _may_have_bots(self, match: str) -> bool:
        may_have_bots = self._bots_cache.get(match)
        if may_have_bots is None:
            first = self._repository.load_facts(match, 0, 1)
            if not first:
                return False
            assert isinstance(first[0].event, MatchOpened)
            match_opened = first[0].event
            may_have_bots = self._bots_cache.put(
                match, any(match_opened.bots) or match_opened.seats >= MIN_SEATS
            )
        return may_have_bots

    def _has_no_bots(self, match: str) -> bool:
        """Returns whether the cache has *match* as one without bots."""
        return self._bots_cache.get(match) is False

    def _card_content(self, match_opened: MatchOpened) -> bytes:
        content = self._cards.get(match_opened.cards)
        return content or self._cards.put(
            match_opened.cards, self._library.find_pinned(match_opened.game, match_opened.cards).content()
        )
