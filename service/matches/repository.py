"""Loads, caches and saves matches, for one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain import table
from domain.games import Game
from domain.messages import Message
from domain.model import Fact, Seat
from domain.rules import Rules
from domain.table import MatchOpened
from projections.bus import Bus
from projections.match_views import LoadedMatch
from replays.playback.replay import Replay
from replays.proof.chain import FactCommitter
from replays.proof.receipts import Receipt

from ..catalog.cardset_files import CardSet
from ..catalog.cardsets import CardSetRegistry
from ..database.cooperation import FairLock
from ..database.engine import RowWrite
from ..eventstore.mapper import StreamTail
from ..eventstore.store import Conflict, Store, Unavailable
from ..evidence.service import Evidence
from ..http.middleware.idempotency import IdempotencyKeys, IdempotentRequest
from ..observability import logging
from ..shared import digests, record_ids
from ..shared.errors import UnknownMatch, UnknownToken, VersionConflict
from .match_cache import MatchCache
from .owners import MatchOwners

EMPTY_TAIL = StreamTail([], "")
LOCK_COUNT = 256
"""Locks of all matches. Matches with the same lock wait for each other."""


class Commit(NamedTuple):
    """Position of the last fact of a write, and its receipt."""

    position: int
    receipt: Receipt


class CommandResult(NamedTuple):
    """Facts of a command, the position and receipt of the last one, and the match after it.

    `tokens` are those of the stored reply to a repeated request.
    """

    facts: list[Fact]
    position: int
    receipt: Receipt
    loaded: LoadedMatch
    tokens: tuple[str, ...] = ()


def now() -> int:
    """Returns the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class MatchRepository:
    """Records of all matches, for one process.

    It caches folded matches. The cache is never ahead of the store. A read looks for newer facts, and a write
    fails on an outdated number of its first fact. `clock` returns the time for facts in milliseconds since
    1970.
    """

    def __init__(
        self,
        store: Store,
        library: CardSetRegistry,
        bus: Bus,
        evidence: Evidence,
        idempotency: IdempotencyKeys,
        clock: Callable[[], int] = now,
    ) -> None:
        self._store, self._library, self._bus, self.clock = store, library, bus, clock
        self._evidence, self._idempotency, self.owners = evidence, idempotency, MatchOwners(store)
        self._cache = MatchCache()
        self._locks = [FairLock() for _ in range(LOCK_COUNT)]

    def find_game(self, name: str) -> Game:
        """Returns the game called *name*; raises `UnknownGame`."""
        return self._library.find_game(name)

    # -- reading ---------------------------------------------------------------------------------------

    def load_match(self, match: str) -> LoadedMatch:
        """Returns *match* in its present state; raises `UnknownMatch`."""
        loaded = self.cached_match(match)
        facts, head = (
            self._store.facts_with_head(match, loaded.match.seq if loaded else 0)
            if record_ids.is_match_id(match)
            else EMPTY_TAIL
        )
        if head:
            self._evidence.cache_head(match, facts[-1].seq, head)
        if not facts:
            if loaded is None:
                raise UnknownMatch(Message("There is no match {match}.", match=match))
            return loaded
        rules, before = (self.rules_of(facts[0]), None) if loaded is None else loaded
        return self._cache.put_match(match, LoadedMatch(rules, table.fold(rules, facts, before)))

    def cached_match(self, match: str) -> LoadedMatch | None:
        """Returns the cached state of *match*; the store may have a later one."""
        return self._cache.get_match(match)

    def cached_seq(self, match: str) -> int:
        """Returns the last cached fact of *match*, or 0."""
        loaded = self.cached_match(match)
        return loaded.match.seq if loaded else 0

    def load_settings(self, match: str) -> MatchOpened:
        """Returns the first event of *match*; raises `UnknownMatch`."""
        loaded = self.cached_match(match) or self.load_match(match)
        return loaded.match.settings

    def load_facts(self, match: str, after: int = 0, until: int | None = None) -> list[Fact]:
        """Returns the facts of *match* with `after < seq <= until`, none for an unknown match."""
        if (facts := self._cache.get_facts(match, after, until)) is not None:
            return facts
        return self._store.facts(match, after, until) if record_ids.is_match_id(match) else []

    def load_replay(self, match: str, seq: int | None = None) -> Replay[Any, Any]:
        """Returns the replay of *match* up to fact *seq* or to the last one; raises `UnknownMatch`."""
        replay = self._cache.get_replay(match)
        if replay is not None and seq is not None and seq <= len(replay):
            return replay
        stored = replay.facts if replay else ()
        newer = self.load_facts(match, len(stored))
        if replay is None or newer:
            facts = (*stored, *newer)
            if not facts:
                raise UnknownMatch(Message("There is no match {match}.", match=match))
            replay = self._cache.put_replay(match, Replay(self.rules_of(facts[0]), facts))
        return replay

    def load_hashes(self, match: str, replay: Replay[Any, Any]) -> Sequence[str]:
        """Returns the hash of each fact of *replay*, the replay of *match*."""
        return self._evidence.chain_hashes(match, replay)

    def load_at(self, match: str, seq: int) -> LoadedMatch:
        """Returns *match* after fact *seq*; raises `UnknownMatch` and `replay.UnknownMoment`."""
        is_on_table = self.load_settings(match).source == "table"  # later facts name its cards
        replay = self.load_replay(match, None if is_on_table else seq)
        return LoadedMatch(replay.rules, replay.at(seq))

    def rules_of(self, first: Fact) -> Rules[Any, Any]:
        """Returns the rules of a match by its first fact."""
        assert isinstance(first.event, MatchOpened)
        return self._library.load_rules(first.event)

    def store_cards(self, cards: CardSet) -> None:
        """Stores *cards* for a match to pin."""
        self._store.store_card_set(cards.digest, cards.content())

    # -- appending ---------------------------------------------------------------------------------------

    def execute(
        self,
        match: str,
        follows: Callable[[LoadedMatch], table.CommandOutcome[Any]],
        *,
        request: IdempotentRequest | None = None,
        row: RowWrite | None = None,
    ) -> CommandResult:
        """Appends the facts that *follows* returns for the present state of *match*, with a *row* of a table.

        It retries when another writer appended first. A repeated *request* appends nothing and returns its
        stored reply. Raises `UnknownMatch`, `Unavailable`, and the errors of *follows*.
        """
        if prior := self.stored_reply(request):
            return prior
        with self.match_lock(match):
            while True:
                loaded = self.load_match(match)
                command_outcome = follows(loaded)
                with suppress(VersionConflict):  # another process appended something at the same moment
                    return self.save_outcome(match, loaded.rules, command_outcome, request=request, row=row)

    def stored_reply(self, request: IdempotentRequest | None) -> CommandResult | None:
        """Returns the stored reply to a repeated *request*, or `None`."""
        earlier = request.prior_commit if request is not None else None
        if earlier is None:
            return None
        match, first, last, position, _ = earlier
        loaded = self.load_at(match, last)
        fact_committer = FactCommitter(match, loaded.rules, loaded.match.settings, loaded.match.line_seeds)
        receipt = self._evidence.sign_receipt(
            match, last, self._evidence.fact_hash(fact_committer, last), self.clock()
        )
        return CommandResult(
            self.load_facts(match, first - 1, last), position, receipt, loaded, earlier.tokens
        )

    def save_outcome(
        self,
        match: str,
        rules: Rules[Any, Any],
        command_outcome: table.CommandOutcome[Any],
        *,
        request: IdempotentRequest | None = None,
        tokens: Sequence[str] = (),
        row: RowWrite | None = None,
    ) -> CommandResult:
        """Appends the outcome of a command; raises like `commit_facts`."""
        facts, loaded = command_outcome.facts, LoadedMatch(rules, command_outcome.match)
        position, receipt = self.commit_facts(
            match, rules, loaded.match, facts, request=request, tokens=tokens, row=row
        )
        self._cache.put_match(match, loaded)  # the cache may already have a newer state
        return CommandResult(facts, position, receipt, loaded)

    def commit_facts(
        self,
        match: str,
        rules: Rules[Any, Any],
        match_state: table.Match[Any],
        facts: list[Fact],
        *,
        request: IdempotentRequest | None = None,
        tokens: Sequence[str] = (),
        row: RowWrite | None = None,
    ) -> Commit:
        """Appends *facts* with *match_state* as their result, and signs them.

        It stores the *request* and the *row* with the facts, and with it the *tokens* of its reply. Raises
        `VersionConflict`, `InProgress` and `Unavailable`.
        """
        reply = request.commit_row(match, facts[0].seq, facts[-1].seq, tokens) if request else None
        try:
            fact_committer = FactCommitter(match, rules, match_state.settings, match_state.line_seeds)
            before, head = self._evidence.link_facts(fact_committer, facts)
            position = self._store.append(match, facts, head, reply, before, row)
        except Conflict:
            self.forget_match(match)
            self._evidence.require_head(match, facts[0].seq - 1)
            if reply is not None:
                self._idempotency.check_unanswered(reply)
            raise VersionConflict(self.load_match(match).match.seq) from None
        except Unavailable:
            self._cache.drop(match)
            raise
        seq, pins = facts[-1].seq, match_state.settings
        if not (pins.delay or table.is_closed(match_state)):
            self._store.public_position = max(self._store.public_position, position)
        self._evidence.cache_head(match, seq, head)
        self._cache.put_facts(match, facts)
        logging.add_context(match=match, seq=seq)
        self._bus.publish(position, match, seq)
        return Commit(position, self._evidence.sign_receipt(match, seq, head, self.clock()))

    def forget_match(self, match: str | None = None) -> None:
        """Forgets what this process remembers of *match*, or of all: the store has something else."""
        self._evidence.clear_caches(match)
        self._cache.drop(match)

    def match_lock(self, match: str) -> FairLock:
        """Returns the lock for appends of this process to *match*."""
        return self._locks[hash(match) % LOCK_COUNT]


def seat_of(match: table.Match[Any], token: str) -> Seat | None:
    """Returns the seat of a play *token*, or `None`."""
    return digests.find_digest(token, [player.token if player else "" for player in match.players])


def has_departed(match: table.Match[Any], token: str) -> bool:
    """Returns whether a bot plays on for the seat of *token*."""
    return digests.find_digest(token, [claimed.token for claimed in match.departed]) is not None


def is_scribe(match: table.Match[Any], token: str) -> bool:
    """Returns whether *token* is that of the scribe of a recording."""
    return match.record is not None and digests.find_digest(token, [match.record.scribe]) is not None


def require_seat(match: table.Match[Any], token: str) -> Seat:
    """Returns the seat of a play *token*; raises `UnknownToken` without one."""
    seat = seat_of(match, token)
    if seat is None:
        raise UnknownToken(Message("This token plays no seat of this match."))
    logging.add_context(viewer="seat")
    return seat


def check_fresh(match: table.Match[Any], seq: int) -> None:
    """Raises `VersionConflict` if facts of the game follow fact *seq* of *match*.

    Disputes and looks of judges may follow, because they move nothing.
    """
    if not match.last_game_seq <= seq <= match.seq:
        raise VersionConflict(match.seq)
