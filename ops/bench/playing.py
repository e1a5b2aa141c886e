"""Bots at many tables at once, through the commands of the service, without HTTP."""

from __future__ import annotations

from collections import deque
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from domain import table
from domain.games import VOCABULARY
from domain.table import Match
from projections.bus import LocalBus
from replays.bots.candidates import guess_answer
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.store import Store
from service.http.middleware.idempotency import IdempotencyKeys
from service.identity.players import PlayerDirectory
from service.matches.repository import CommandResult, MatchRepository, now
from service.matches.service import MatchService

from . import sample
from .rounds import spread


class Seats(NamedTuple):
    """A match that is on, and the token of each seat."""

    name: str
    tokens: tuple[str, ...]
    match: Match[Any]


class Tables:
    """So many matches at once, answered in turn; a match that is over makes room for a new one."""

    def __init__(self, matches: MatchService, count: int = 32, seed: int = 1) -> None:
        self._matches, self._luck = matches, Random(seed)
        self._tables = deque(self._open() for _ in range(count))

    @property
    def latest(self) -> str:
        """The match that was answered in last."""
        return self._tables[-1].name

    def _open(self) -> Seats:
        name, claims, *_ = self._matches.open(sample.ARENA.NAME, sample.OPTIONS, 2)
        taken = [self._matches.claim(name, i, claim, f"bot-{i}", "") for i, claim in enumerate(claims)]
        return Seats(name, tuple(seated.token for seated in taken), taken[-1].told.seen.match)

    def answer(self) -> CommandResult:
        """Answers at the next table whatever is asked there."""
        name, tokens, match = self._tables.popleft()
        while (asked := table.open_question(sample.RULES, match)) is None:
            name, tokens, match = self._open()
        command_result = self._matches.answer(
            name, tokens[asked.seat], guess_answer(asked, self._luck), match.seq
        )
        self._tables.append(Seats(name, tokens, command_result.seen.match))
        return command_result

    def play(self, seconds: float) -> dict[str, float]:
        """Plays for so long; reads `answers/s`, `facts/s`, and `p50` and `p99` of an answer in ms."""
        waits: list[float] = []
        facts = 0
        start = before = perf_counter()
        while before - start < seconds:
            facts += len(self.answer().facts)
            after = perf_counter()
            waits.append(after - before)
            before = after
        spent = before - start
        return {"answers/s": len(waits) / spent, "facts/s": facts / spent, **spread(waits)}


def store(env: dict[str, str]) -> Store:
    """Opens the store that *env* chooses."""
    return Store(VOCABULARY, env)


def matches(opened: Store) -> MatchService:
    """Returns the commands of the service, on a store that is open."""
    return MatchService(repository(opened), PlayerDirectory(opened), sample.LIBRARY)


def repository(opened: Store, library: CardSetRegistry = sample.LIBRARY) -> MatchRepository:
    """Returns the matches of a store that is open, with the cards of a *library*."""
    keys = IdempotencyKeys(opened, now)
    return MatchRepository(opened, library, LocalBus(), sample.evidence(opened), keys)
