"""Loads, caches and saves tournaments, for one process."""

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

from ..database.cooperation import FairLock
from ..eventstore.store import Conflict, Store
from ..evidence.service import Evidence
from ..http.middleware.idempotency import IdempotencyKeys, IdempotentRequest
from ..observability import logging
from ..shared import tournament_ids
from ..shared.errors import UnknownTournament, VersionConflict
from ..shared.lru_cache import LruCache
from .errors import gone_on

CACHED = 256
"""How many tournaments a process remembers folded."""
LOCKS = 64
"""How many locks the tournaments share."""


class CommandResult(NamedTuple):
    """What followed from a command, where the last of it stands, its receipt, and the tournament thereafter.

    Without facts nothing had to follow, and nothing is signed. `tokens` are those that its reply tells.
    """

    tournament: str
    facts: list[Fact]
    position: int
    receipt: Receipt | None
    seen: Tournament
    tokens: tuple[str, ...] = ()


Decide = Callable[[Tournament], Sequence[Fact]]
"""Returns the facts that follow from a command on a tournament as it stands."""


class TournamentRepository:
    """The records of all tournaments of the service, for one process: looked at, and appended to.

    It keeps the last ones folded. What it keeps is only ever behind the store: reading looks for newer facts,
    and writing finds out by the number of its first fact. `clock` is that of the service, in milliseconds.
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
        self._cache: LruCache[Tournament] = LruCache(CACHED)
        self._locks = [FairLock() for _ in range(LOCKS)]

    # -- reading ---------------------------------------------------------------------------------------

    def get(self, tournament: str) -> Tournament:
        """Returns *tournament* as it stands in the store; raises `UnknownTournament`."""
        tournament_state = self._cache.get(tournament)
        facts = self.facts(tournament, tournament_state.seq if tournament_state else 0)
        if tournament_state is None and not facts:
            raise UnknownTournament(tournament)
        if tournament_state is not None and not facts:
            return tournament_state
        folded = fold(facts, tournament_state)
        return self._cache.put(tournament, folded, unless=lambda kept: kept.seq > folded.seq)

    def opened(self, tournament: str) -> TournamentOpened:
        """Returns how *tournament* was opened; raises `UnknownTournament`."""
        return (self._cache.get(tournament) or self.get(tournament)).settings

    def facts(self, tournament: str, after: int = 0, upto: int | None = None) -> list[Fact]:
        """Returns the facts with `after < seq <= upto`; none when there is no such tournament."""
        return self._store.facts(tournament, after, upto) if tournament_ids.is_one(tournament) else []

    def at(self, tournament: str, seq: int) -> Tournament:
        """Returns *tournament* as it stood after fact *seq*; raises `UnknownTournament`."""
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
        """Appends the first *facts* of a tournament under a new id. Raises `Unavailable`.

        The reply to *request* has the *tokens* of its players.
        """
        if prior := self.replayed(request):
            return prior
        folded = fold(facts)
        while True:
            tournament = tournament_ids.new(folded.settings.at)
            with suppress(VersionConflict):  # somebody drew the same id in the same second
                return self._commit(tournament, folded, facts, request, tokens)

    def execute(
        self,
        tournament: str,
        decide: Decide,
        *,
        expected: int | None = None,
        request: IdempotentRequest | None = None,
        tokens: Sequence[str] = (),
    ) -> CommandResult:
        """Appends what a command comes to on *tournament* as it stands, be somebody else faster or not.

        With *expected*, the number of the last fact that was seen, nobody may have been faster. A *request*
        that came before appends nothing: what followed from it then is returned, with the *tokens* that its
        reply told. Raises `UnknownTournament`, `VersionConflict`, `Unavailable`, what *decide* raises, and
        `Refused` for a tournament of elsewhere.
        """
        if prior := self.replayed(request):
            return prior
        with self._locks[hash(tournament) % LOCKS]:
            while True:
                tournament_state = self.get(tournament)
                check_not_imported(tournament_state)
                if expected is not None and expected != tournament_state.seq:
                    raise gone_on(tournament_state.seq)
                facts = decide(tournament_state)
                if not facts:
                    return CommandResult(tournament, [], self._store.position(), None, tournament_state)
                with suppress(VersionConflict):  # another process appended something at the same moment
                    return self._commit(tournament, fold(facts, tournament_state), facts, request, tokens)

    def replayed(self, request: IdempotentRequest | None) -> CommandResult | None:
        """Returns what followed from *request*, if it came before."""
        earlier = request.earlier if request is not None else None
        if earlier is None:
            return None
        tournament, first, last, position, tokens = earlier
        tournament_state = self.at(tournament, last)
        head = self._evidence.fact_hash(TournamentCommitter(tournament, tournament_state.settings), last)
        receipt = self._evidence.sign_receipt(tournament, last, head, self.clock())
        facts = self.facts(tournament, first - 1, last)
        return CommandResult(tournament, facts, position, receipt, tournament_state, tokens)

    def _commit(
        self,
        tournament: str,
        folded: Tournament,
        facts: Sequence[Fact],
        request: IdempotentRequest | None,
        tokens: Sequence[str] = (),
    ) -> CommandResult:
        """Appends *facts*, which lead to *folded*, and signs for them; raises `VersionConflict`."""
        first, last = facts[0].seq, facts[-1].seq
        row = request.appends(tournament, first, last, tokens) if request is not None else None
        try:
            before, head = self._evidence.link_facts(TournamentCommitter(tournament, folded.settings), facts)
            position = self._store.append(tournament, facts, head, row, before)
        except Conflict:
            self.forget(tournament)
            self._evidence.require_head(tournament, first - 1)
            if row is not None:
                self._idempotency.check(row)
            raise gone_on(last) from None
        self._evidence.cache_head(tournament, last, head)
        self._cache.put(tournament, folded, unless=lambda kept: kept.seq > last)
        logging.note(tournament=tournament, seq=last)
        self._bus.publish(position, tournament, last)
        receipt = self._evidence.sign_receipt(tournament, last, head, self.clock())
        return CommandResult(tournament, [*facts], position, receipt, folded, tuple(tokens))

    def forget(self, tournament: str | None = None) -> None:
        """Forgets what this process remembers of *tournament*, or of all: the store has something else."""
        self._evidence.clear_caches(tournament)
        self._cache.drop(tournament)
