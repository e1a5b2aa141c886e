"""Opens tournaments from report files: players registered, rounds and results recorded, all or nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domain.messages import Message
from domain.model import Fact
from domain.tournament.continuation import FiledHistory, FiledRound, FiledTable, continue_from
from domain.tournament.facts import Player, ReportImported
from domain.tournament.fold import fold
from domain.tournament.lifecycle import open_tournament

from ...catalog.cardsets import CardSetRegistry
from ...eventstore.store import Store
from ...http.middleware.idempotency import IdempotentRequest
from ..access import Actor
from ..announcement import NewTournament
from ..entry.entrants import Entrant
from ..entry.registration import Enrolled, Registration
from ..errors import InvalidRoster, Mistake
from ..plans import announced
from ..repository import CommandResult, TournamentRepository
from .model import POINTER, InvalidReport, Rank, Report
from .options import ReportFile, plan_of
from .reading import read


class PreparedReport(NamedTuple):
    """A report file that can be opened: its contents, plan, players as enrolled, and all facts."""

    report: Report
    plan: NewTournament
    enrolled: list[Enrolled]
    facts: list[Fact]


class ReportOpener:
    """Opens tournaments from report files, for one process."""

    def __init__(
        self,
        store: Store,
        repository: TournamentRepository,
        library: CardSetRegistry,
        registration: Registration,
    ) -> None:
        self._store, self._repository, self._library = store, repository, library
        self._registration = registration

    def prepare(self, file: ReportFile, founder: Actor) -> PreparedReport:
        """Returns the tournament of a *file*, and stores nothing of it.

        Raises `InvalidReport` with all mistakes, `UnknownGame`, `InvalidPlan` and `Refused`.
        """
        report = read(file.report)
        plan = plan_of(report, file)
        at = self._repository.clock()
        facts = open_tournament(announced(plan, self._library, founder.by, at, founder.api_token))
        locate = _locator(report)
        entrants = [Entrant(name=player.name, rating=player.rating) for player in report.players]
        try:
            enrolled = self._registration.enroll(entrants, at, founder.by, locate)
            facts += self._registration.decide(fold(facts), enrolled, locate)
        except InvalidRoster as error:
            raise InvalidReport([*error.mistakes]) from error
        ranks = [player.rank for player in report.players]
        ids = dict(zip(ranks, (one.registered.player for one in enrolled), strict=True))
        header = report.header
        report_imported = ReportImported(
            "trf", report.digest, founder.by, at, header.program, header.first_turn
        )
        facts += continue_from(fold(facts), _history(report, ids), report_imported)
        return PreparedReport(report, plan, enrolled, facts)

    def open(
        self, file: ReportFile, founder: Actor, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Opens the tournament of a *file*; raises what `prepare` raises."""
        if prior := self._repository.replayed(request):
            return prior
        prepared = self.prepare(file, founder)
        cards = self._library.cards(prepared.plan.game, prepared.plan.cards)
        self._store.store_card_set(cards.digest, cards.content())
        self._registration.name(prepared.enrolled)
        tokens = [enrolled.token for enrolled in prepared.enrolled]
        return self._repository.create(prepared.facts, request=request, tokens=tokens)


def _locator(report: Report) -> Callable[[int, str, Message], Mistake]:
    """Returns the function that leads from a player, by its index, to its name in the file."""
    return lambda index, _, message: Mistake(POINTER, message, report.players[index].line, 15)


def _history(report: Report, ids: dict[Rank, Player]) -> FiledHistory:
    """Returns the rounds of a *report* with the *ids* of its players."""
    rounds = tuple(
        FiledRound(
            tuple(FiledTable((ids[game.seats[0]], ids[game.seats[1]]), game.result) for game in each.games),
            {ids[rank]: kind for rank, kind in each.byes.items()},
        )
        for each in report.rounds
    )
    byes = {
        number: {ids[rank]: kind for rank, kind in asked.items()} for number, asked in report.byes.items()
    }
    return FiledHistory(rounds, byes, tuple(ids[rank] for rank in report.gone))
