"""Loads, caches and saves matches, for one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain import table
from domain.games import Game
from domain.messages import Message
from domain.model import Fact, Seat, Viewer
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
from ..eventstore.mapper import StreamTail
from ..eventstore.store import Conflict, Store, Unavailable
from ..evidence.service import Evidence
from ..http.middleware.idempotency import IdempotencyKeys, IdempotentRequest
from ..observability import logging
from ..shared import digests, record_ids
from ..shared.errors import UnknownMatch, UnknownToken, VersionConflict
from .match_cache import MatchCache

SPECTATOR = Viewer("spectator", frozenset())
ORGANIZER = Viewer("spectator", frozenset(), runs=True)
"""Sees what the public sees, and reads the cases."""

NONE = StreamTail([], "")
LOCKS = 256
"""How many locks the matches share; two that share one wait for each other, no more."""


class Commit(NamedTuple):
    """Where the last fact of a write stands, and the receipt for it."""

    position: int
    receipt: Receipt


class CommandResult(NamedTuple):
    """What followed from a command, where the last of it stands, its receipt, and the match thereafter.

    `tokens` are those it told when it came before.
    """

    facts: list[Fact]
    position: int
    receipt: Receipt
    seen: LoadedMatch
    tokens: tuple[str, ...] = ()


def now() -> int:
    """Returns the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class MatchRepository:
    """The records of all matches of the service, for one process: looked at, and appended to.

    It keeps the last ones folded. What it keeps is only ever behind the store, never ahead: reading looks for
    newer facts, and writing finds out by the number of its first fact. `clock` tells the time that facts are
    stamped with, in milliseconds since 1970.
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
        self._evidence, self._idempotency = evidence, idempotency
        self._cache = MatchCache()
        self._locks = [FairLock() for _ in range(LOCKS)]

    def game(self, name: str) -> Game:
        """Returns the game called *name*; raises `UnknownGame`."""
        return self._library.game(name)

    # -- reading ---------------------------------------------------------------------------------------

    def get(self, match: str) -> LoadedMatch:
        """Returns *match* as it stands in the store; raises `UnknownMatch`."""
        loaded = self.cached(match)
        facts, head = (
            self._store.facts_with_head(match, loaded.match.seq if loaded else 0)
            if record_ids.is_match_id(match)
            else NONE
        )
        if head:
            self._evidence.cache_head(match, facts[-1].seq, head)
        if not facts:
            if loaded is None:
                raise UnknownMatch(Message("There is no match {match}.", match=match))
            return loaded
        rules, before = (self.rules(facts[0]), None) if loaded is None else loaded
        return self._cache.put_match(match, LoadedMatch(rules, table.fold(rules, facts, before)))

    def cached(self, match: str) -> LoadedMatch | None:
        """Returns *match* as far as this process knows it; the store may know more."""
        return self._cache.match(match)

    def cached_seq(self, match: str) -> int:
        """Returns how far this process knows *match* to be; 0 when it knows nothing of it."""
        loaded = self.cached(match)
        return loaded.match.seq if loaded else 0

    def opened(self, match: str) -> MatchOpened:
        """Returns how *match* was opened; raises `UnknownMatch`."""
        loaded = self.cached(match) or self.get(match)
        return loaded.match.settings

    def facts(self, match: str, after: int = 0, upto: int | None = None) -> list[Fact]:
        """Returns the facts of *match* with `after < seq <= upto`; none when there is no such match."""
        if (facts := self._cache.facts(match, after, upto)) is not None:
            return facts
        return self._store.facts(match, after, upto) if record_ids.is_match_id(match) else []

    def replay(self, match: str, seq: int | None = None) -> Replay[Any, Any]:
        """Returns the replay of *match* up to fact *seq* or to the last one; raises `UnknownMatch`."""
        replay = self._cache.replay(match)
        if replay is not None and seq is not None and seq <= len(replay):
            return replay
        kept = replay.facts if replay else ()
        newer = self.facts(match, len(kept))
        if replay is None or newer:
            facts = (*kept, *newer)
            if not facts:
                raise UnknownMatch(Message("There is no match {match}.", match=match))
            replay = self._cache.put_replay(match, Replay(self.rules(facts[0]), facts))
        return replay

    def hashes(self, match: str, replay: Replay[Any, Any]) -> Sequence[str]:
        """Returns the hash of each fact of *replay*, which is of *match*."""
        return self._evidence.chain_hashes(match, replay)

    def at(self, match: str, seq: int) -> LoadedMatch:
        """Returns *match* as it stood after fact *seq*; raises `UnknownMatch`, `replay.UnknownMoment`."""
        replay = self.replay(match, seq)
        return LoadedMatch(replay.rules, replay.at(seq))

    def rules(self, first: Fact) -> Rules[Any, Any]:
        """Returns the rules that a match is played by, told from its first fact."""
        assert isinstance(first.event, MatchOpened)
        return self._library.rules(first.event)

    def keep_cards(self, cards: CardSet) -> None:
        """Keeps *cards*, which a match is about to be pinned to, in the store."""
        self._store.store_card_set(cards.digest, cards.content())

    # -- appending ---------------------------------------------------------------------------------------

    def execute(
        self,
        match: str,
        follows: Callable[[LoadedMatch], table.CommandOutcome[Any]],
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Appends what *follows* from a command on *match* as it stands, be somebody else faster or not.

        A *request* that came before appends nothing: what followed from it then is returned. Raises
        `UnknownMatch`, `Unavailable`, and what *follows* raises.
        """
        if prior := self.replayed(request):
            return prior
        with self.lock(match):
            while True:
                loaded = self.get(match)
                command_outcome = follows(loaded)
                with suppress(VersionConflict):  # another process appended something at the same moment
                    return self.save(match, loaded.rules, command_outcome, request=request)

    def replayed(self, request: IdempotentRequest | None) -> CommandResult | None:
        """Returns what followed from *request*, if it came before."""
        earlier = request.prior_commit if request is not None else None
        if earlier is None:
            return None
        match, first, last, position, _ = earlier
        loaded = self.at(match, last)
        fact_committer = FactCommitter(match, loaded.rules, loaded.match.settings, loaded.match.line_seeds)
        receipt = self._evidence.sign_receipt(
            match, last, self._evidence.fact_hash(fact_committer, last), self.clock()
        )
        return CommandResult(self.facts(match, first - 1, last), position, receipt, loaded, earlier.tokens)

    def save(
        self,
        match: str,
        rules: Rules[Any, Any],
        command_outcome: table.CommandOutcome[Any],
        *,
        request: IdempotentRequest | None = None,
        tokens: Sequence[str] = (),
    ) -> CommandResult:
        """Appends what followed from a command; as `commit`, which see."""
        position, receipt = self.commit(
            match, rules, command_outcome.match, command_outcome.facts, request=request, tokens=tokens
        )
        loaded = LoadedMatch(rules, command_outcome.match)
        self._cache.put_match(match, loaded)  # which may be newer by now; what is returned is what followed
        return CommandResult(command_outcome.facts, position, receipt, loaded)

    def commit(
        self,
        match: str,
        rules: Rules[Any, Any],
        match_state: table.Match[Any],
        facts: list[Fact],
        *,
        request: IdempotentRequest | None = None,
        tokens: Sequence[str] = (),
    ) -> Commit:
        """Appends *facts*, which lead to *match_state*, and signs for them.

        With the *request* that they follow from, it is known from then on, and so are the *tokens* that its
        reply will tell. Raises `VersionConflict`, `InProgress` and `Unavailable`.
        """
        row = request.commit_row(match, facts[0].seq, facts[-1].seq, tokens) if request is not None else None
        try:
            fact_committer = FactCommitter(match, rules, match_state.settings, match_state.line_seeds)
            before, head = self._evidence.link_facts(fact_committer, facts)
            position = self._store.append(match, facts, head, row, before)
        except Conflict:
            self.forget(match)
            self._evidence.require_head(match, facts[0].seq - 1)
            if row is not None:
                self._idempotency.check_unanswered(row)
            raise VersionConflict(self.get(match).match.seq) from None
        except Unavailable:
            self._cache.drop(match)
            raise
        seq = facts[-1].seq
        self._evidence.cache_head(match, seq, head)
        self._cache.put_facts(match, facts)
        logging.add_context(match=match, seq=seq)
        self._bus.publish(position, match, seq)
        return Commit(position, self._evidence.sign_receipt(match, seq, head, self.clock()))

    def forget(self, match: str | None = None) -> None:
        """Forgets what this process remembers of *match*, or of all: the store has something else."""
        self._evidence.clear_caches(match)
        self._cache.drop(match)

    def lock(self, match: str) -> FairLock:
        """Returns the lock under which this process appends to *match*."""
        return self._locks[hash(match) % LOCKS]


def seat_of(match: table.Match[Any], token: str) -> Seat | None:
    """Returns the seat whose play token *token* is."""
    return digests.find_digest(token, [player.token if player else "" for player in match.players])


def has_departed(match: table.Match[Any], token: str) -> bool:
    """Tells whether *token* played a seat of *match* that a bot plays on."""
    return digests.find_digest(token, [claimed.token for claimed in match.departed]) is not None


def seated(match: table.Match[Any], token: str) -> Seat:
    """Returns the same; raises `UnknownToken` when it plays none."""
    seat = seat_of(match, token)
    if seat is None:
        raise UnknownToken(Message("This token plays no seat of this match."))
    logging.add_context(viewer="seat")
    return seat


def check_fresh(match: table.Match[Any], seq: int) -> None:
    """Raises `VersionConflict` unless who has seen *match* up to fact *seq* knows all there is of the game.

    What is said around the game, disputes and looks, may have followed: nothing has moved.
    """
    if not match.last_game_seq <= seq <= match.seq:
        raise VersionConflict(match.seq)
