"""Bots at many tables at once, through the commands of the service, without HTTP."""

from __future__ import annotations

from collections import deque
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from domain import table
from domain.games import VOCABULARY
from domain.table import Match
from ops.shared.bots import percentiles
from projections.bus import LocalBus
from replays.bots.candidates import guess_answer
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.store import Store
from service.http.middleware.idempotency import IdempotencyKeys
from service.identity.players import PlayerDirectory
from service.matches.repository import CommandResult, MatchRepository, now
from service.matches.service import MatchService

from . import sample


class Seats(NamedTuple):
    """A match in play, and the token of each seat."""

    name: str
    tokens: tuple[str, ...]
    match: Match[Any]


class Tables:
    """Matches at once, answered in turn; a new match replaces an ended one."""

    def __init__(self, matches: MatchService, count: int = 32, seed: int = 1) -> None:
        self._matches, self._rng = matches, Random(seed)
        self._tables = deque(self._open() for _ in range(count))

    @property
    def latest(self) -> str:
        """The match of the last answer."""
        return self._tables[-1].name

    def _open(self) -> Seats:
        name, claims, *_ = self._matches.open_match(sample.ARENA.NAME, sample.OPTIONS, 2)
        taken = [self._matches.claim_seat(name, i, claim, f"bot-{i}", "") for i, claim in enumerate(claims)]
        return Seats(name, tuple(seated.token for seated in taken), taken[-1].result.loaded.match)

    def answer(self) -> CommandResult:
        """Answers the question at the next table."""
        name, tokens, match = self._tables.popleft()
        while (question := table.open_question(sample.RULES, match)) is None:
            name, tokens, match = self._open()
        command_result = self._matches.answer_question(
            name, tokens[question.seat], guess_answer(question, self._rng), match.seq
        )
        self._tables.append(Seats(name, tokens, command_result.loaded.match))
        return command_result

    def play(self, seconds: float) -> dict[str, float]:
        """Plays for so long; reads `answers/s`, and `p50` and `p99` of an answer in ms."""
        waits: list[float] = []
        start = before = perf_counter()
        while before - start < seconds:
            self.answer()
            after = perf_counter()
            waits.append(after - before)
            before = after
        return {"answers/s": len(waits) / (before - start), **percentiles(waits)}


def open_store(env: dict[str, str]) -> Store:
    """Opens the store of the variables *env*."""
    return Store(VOCABULARY, env)


def make_service(store: Store) -> MatchService:
    """Returns the commands of the service on *store*."""
    return MatchService(make_repository(store), PlayerDirectory(store), sample.LIBRARY)


def make_repository(store: Store, library: CardSetRegistry = sample.LIBRARY) -> MatchRepository:
    """Returns the matches of *store* with the cards of *library*."""
    keys = IdempotencyKeys(store, now)
    return MatchRepository(store, library, LocalBus(), sample.make_evidence(store), keys)
