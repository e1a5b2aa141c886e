"""Loads, caches and stores tournaments, for one process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from domain.model import Fact
from domain.tournament.facts import TournamentOpened
from domain.tournament.fold import fold
from domain.tournament.refusals import check_not_imported
from domain.tournament.state import Tournament
from projections.bus import Bus
from replays.proof.chain import TournamentCommitter
from replays.proof.receipts import Receipt

from ..caches import LruCache
from ..database.cooperation import FairLock
from ..eventstore.store import Conflict, Store, translate_errors
from ..evidence.service import Evidence
from ..http.middleware.idempotency import IdempotencyKeys, IdempotentRequest
from ..observability import logging
from ..shared import record_ids
from ..shared.errors import UnknownTournament, VersionConflict
from .errors import version_conflict

CACHED_TOURNAMENTS = 256
"""The size of the cache of folded tournaments."""
LOCK_COUNT = 64
"""The locks that tournaments share."""


class CommandResult(NamedTuple):
    """The facts of a command with their position, their receipt, and the tournament after them.

    A command without facts has no receipt. `tokens` are those of its reply.
    """

    tournament: str
    facts: list[Fact]
    position: int
    receipt: Receipt | None
    tournament_state: Tournament
    tokens: tuple[str, ...] = ()


Decide = Callable[[Tournament], Sequence[Fact]]
"""Returns the facts of a command on the present tournament."""


class TournamentRepository:
    """The records of all tournaments of the service, for one process.

    It caches folded tournaments. A cached one is never ahead of the store. Reads load newer facts, and writes
    detect a conflict by their first number. `clock` returns milliseconds.
    """

    def __init__(
        self,
        store: Store,
        bus: Bus,
        evidence: Evidence,
        idempotency: IdempotencyKeys,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._bus, self._evidence, self._idempotency = store, bus, evidence, idempotency
        self.clock = clock
        self._cache: LruCache[Tournament] = LruCache(CACHED_TOURNAMENTS)
        self._locks = [FairLock() for _ in range(LOCK_COUNT)]

    # -- reading ---------------------------------------------------------------------------------------

    def get(self, tournament: str) -> Tournament:
        """Returns the present *tournament*; raises `UnknownTournament`."""
        tournament_state = self._cache.get(tournament)
        facts = self.facts(tournament, tournament_state.seq if tournament_state else 0)
        if tournament_state is None and not facts:
            raise UnknownTournament(tournament)
        if tournament_state is not None and not facts:
            return tournament_state
        folded = fold(facts, tournament_state)
        return self._cache.put(tournament, folded, unless=lambda cached: cached.seq > folded.seq)

    def opened(self, tournament: str) -> TournamentOpened:
        """Returns the opening of *tournament*; raises `UnknownTournament`."""
        return (self._cache.get(tournament) or self.get(tournament)).settings

    def facts(self, tournament: str, after: int = 0, until: int | None = None) -> list[Fact]:
        """Returns the facts with `after < seq <= until`, none for an unknown tournament."""
        return self._store.facts(tournament, after, until) if record_ids.is_tournament_id(tournament) else []

    def at(self, tournament: str, seq: int) -> Tournament:
        """Returns *tournament* after fact *seq*; raises `UnknownTournament`."""
        tournament_state = self.get(tournament)
        return tournament_state if seq >= tournament_state.seq else fold(self.facts(tournament, 0, seq))

    # -- appending ---------------------------------------------------------------------------------------

    def create(
        self,
        facts: Sequence[Fact],
        *,
        request: IdempotentRequest | None = None,
        tokens: Sequence[str] = (),
    ) -> CommandResult:
        """Appends the first *facts* of a tournament under a new id; raises `Unavailable`.

        The reply to *request* has the *tokens* of its players.
        """
        if prior := self.stored_reply(request):
            return prior
        folded = fold(facts)
        while True:
            tournament = record_ids.new_tournament_id(folded.settings.at)
            with suppress(VersionConflict):  # another tournament took the id
                return self._append_facts(tournament, folded, facts, request, tokens)

    def execute(
        self,
        tournament: str,
        decide: Decide,
        *,
        expected: int | None = None,
        request: IdempotentRequest | None = None,
        tokens: Sequence[str] = (),
    ) -> CommandResult:
        """Appends the facts of a command on the present *tournament*, after any concurrent ones.

        With *expected*, the last seen fact, it accepts no concurrent facts. A repeated *request* appends
        nothing, and returns its stored result with the *tokens* of its reply. Raises `UnknownTournament`,
        `VersionConflict`, `Unavailable`, the errors of *decide*, and `Refused` for an imported tournament.
        """
        if prior := self.stored_reply(request):
            return prior
        with self._locks[hash(tournament) % LOCK_COUNT]:
            while True:
                tournament_state = self.get(tournament)
                check_not_imported(tournament_state)
                if expected is not None and expected != tournament_state.seq:
                    raise version_conflict(tournament_state.seq)
                facts = decide(tournament_state)
                if not facts:
                    with translate_errors(tournament):
                        position = self._store.tree.position_of(tournament, tournament_state.seq)
                    return CommandResult(tournament, [], position, None, tournament_state)
                with suppress(VersionConflict):  # another process appended something at the same moment
                    return self._append_facts(
                        tournament, fold(facts, tournament_state), facts, request, tokens
                    )

    def stored_reply(self, request: IdempotentRequest | None) -> CommandResult | None:
        """Returns the stored result of a repeated *request*, `None` for a new one."""
        earlier = request.prior_commit if request is not None else None
        if earlier is None:
            return None
        tournament, first, last, position, tokens = earlier
        tournament_state = self.at(tournament, last)
        head = self._evidence.fact_hash(TournamentCommitter(tournament, tournament_state.settings), last)
        receipt = self._evidence.sign_receipt(tournament, last, head, self.clock())
        facts = self.facts(tournament, first - 1, last)
        return CommandResult(tournament, facts, position, receipt, tournament_state, tokens)

    def _append_facts(
        self,
        tournament: str,
        folded: Tournament,
        facts: Sequence[Fact],
        request: IdempotentRequest | None,
        tokens: Sequence[str] = (),
    ) -> CommandResult:
        """Appends and signs *facts*, which lead to *folded*; raises `VersionConflict`."""
        first, last = facts[0].seq, facts[-1].seq
        row = request.commit_row(tournament, first, last, tokens) if request is not None else None
        try:
            before, head = self._evidence.link_facts(TournamentCommitter(tournament, folded.settings), facts)
            position = self._store.append(tournament, facts, head, row, before)
        except Conflict:
            self.forget(tournament)
            self._evidence.require_head(tournament, first - 1)
            if row is not None:
                self._idempotency.check_unanswered(row)
            raise version_conflict(last) from None
        self._evidence.cache_head(tournament, last, head)
        self._cache.put(tournament, folded, unless=lambda cached: cached.seq > last)
        logging.add_context(tournament=tournament, seq=last)
        self._bus.publish(position, tournament, last)
        receipt = self._evidence.sign_receipt(tournament, last, head, self.clock())
        return CommandResult(tournament, [*facts], position, receipt, folded, tuple(tokens))

    def forget(self, tournament: str | None = None) -> None:
        """Removes *tournament*, or all, from the caches, because the store differs."""
        self._evidence.clear_caches(tournament)
        self._cache.drop(tournament)
