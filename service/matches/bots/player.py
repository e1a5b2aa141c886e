"""The player of all bots: whenever one of them is asked, it answers, whoever looks on or has left.

Which seats are bots' stands in the facts of a match, so whoever is killed here, another goes on. An
answer is appended only where the match still stands as it did when the bot began to think: two processes that
play for the same bot answer once.
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
from domain.table.retirement import MIN_SEATS
from projections.bus import Bus
from projections.lobby import ListedMatch, Lobby
from projections.view_store import ViewStore
from replays.bots.candidates import sample_answers
from replays.bots.players import MAX_ANSWERS

from ...catalog.cardsets import CardSetRegistry
from ...shared.errors import VersionConflict
from ...shared.lru_cache import LruCache
from ..repository import MatchRepository
from ..service import MatchService
from .process import NoAnswer, Stopped, Thinker, Turn

log = logging.getLogger(__name__)

PAGE = 200
"""How many entries of the lobby are read at a time, to find who waits for a bot."""
KNOWN = 10_000
"""Of how many matches it remembers whether bots can play in them: from the start, or as stand-ins."""
SETS = 8
"""How many card sets it keeps at hand, as they are told to whoever thinks."""
IDLE = 0.5
"""Seconds to wait for news at most."""
GATHER_SECONDS = 0.005
"""How long news gathers after the first of it: most of it is of matches without bots."""
REST = 1.0
"""Seconds to rest after trouble of the service's own."""


class BotPlayer:
    """Plays the bots of all matches, for one process; *position* tells how far the log reaches."""

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
        self._thinker = Thinker()
        self._played: LruCache[bool] = LruCache(KNOWN)
        self._cards: LruCache[bytes] = LruCache(SETS)
        self._luck = SystemRandom()

    def stop(self) -> None:
        """Ends a thought that is under way: `run` is about to end."""
        self._thinker.stop()

    def run(self, stop: Event) -> None:
        """Answers for bots until *stop* is set: first wherever one is awaited, then after every news."""
        self._thinker = Thinker()
        with self._bus.subscribe(gather_seconds=GATHER_SECONDS, skips=self._has_no_bots) as subscription:
            begun, looked = self._position(), False
            waiting: dict[str, None] = {}
            while not stop.is_set():
                waiting |= dict.fromkeys(
                    notification.match for notification in subscription.wait(0 if waiting else IDLE)
                )
                match = next(iter(waiting), "")
                try:
                    if not looked and self._views.position(Lobby.name) >= begun:
                        waiting |= dict.fromkeys(self.awaited())
                        looked = True
                    if match:
                        del waiting[match]
                        if self.answers(match):
                            waiting[match] = None  # at the end: each match in its turn
                except Stopped as stopped:
                    waiting[match] = None
                    if not stop.is_set():
                        log.warning("bots think anew: %s", stopped)
                        stop.wait(REST)
                except Exception:
                    log.exception("bots wait, and try again (match %s)", match or "unknown")
                    stop.wait(REST)
        self._thinker.close()

    def awaited(self) -> list[str]:
        """Returns the matches under way in which bots play, as far as the lobby lists them."""
        found: list[str] = []
        after = ""
        while page := self._views.scan(Lobby.name, after, PAGE):
            entries = [msgspec.json.decode(view, type=ListedMatch) for _, view in page]
            found += [entry.match for entry in entries if entry.bots and entry.status == "playing"]
            after = entries[-1].match
        return found

    def answers(self, match: str) -> bool:
        """Lets a bot answer what is asked in *match*; tells whether one was asked, and may be again."""
        if not self._may_have_bots(match):
            return False
        loaded = self._repository.get(match)
        rules, match_state = loaded
        asked = table.open_question(rules, match_state)
        bot = match_state.bots.get(asked.seat) if asked is not None else None
        if asked is None or bot is None or match_state.ply >= MAX_ANSWERS:
            return False
        match_opened = match_state.settings
        write = self._repository.game(match_opened.game).write_position
        turn = Turn(
            bot,
            self._content(match_opened),
            replace(match_opened, seed="", claims=(), position="", told=()),
            take_snapshot(write, match_state.position),
            match_state.seq,
            self._luck.getrandbits(64),
        )
        with suppress(VersionConflict, WrongMoment):  # the match has gone on meanwhile, or rests
            for picks in self._answers(turn, asked):
                with suppress(Illegal):
                    self._matches.answer_for(match, asked.seat, picks, match_state.seq)
                    return True
        return True

    def _answers(self, turn: Turn, asked: Asked) -> Iterator[Picks]:
        """Yields what the bot answers, and then, should that not do, everything else there is."""
        try:
            yield self._thinker.picks(turn)
        except NoAnswer as failed:
            log.warning("any other answer will do: %s", failed)
        yield from sample_answers(asked, Random(turn.seed))

    def _may_have_bots(self, match: str) -> bool:
        known = self._played.get(match)
        if known is None:
            first = self._repository.facts(match, 0, 1)
            if not first:
                return False
            assert isinstance(first[0].event, MatchOpened)
            match_opened = first[0].event
            known = self._played.put(match, any(match_opened.bots) or match_opened.seats >= MIN_SEATS)
        return known

    def _has_no_bots(self, match: str) -> bool:
        """Tells whether *match* is one of those of which it remembers that no bot ever plays in them."""
        return self._played.get(match) is False

    def _content(self, match_opened: MatchOpened) -> bytes:
        kept = self._cards.get(match_opened.cards)
        return kept or self._cards.put(
            match_opened.cards, self._library.pinned(match_opened.game, match_opened.cards).content()
        )
