"""Opens tournaments from report files completely or not at all."""

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
from ..entry.entrants import Entrant
from ..entry.registration import EnrolledPlayer, Registration
from ..errors import InputError, InvalidRoster
from ..plans import NewTournament, opening_fact
from ..repository import CommandResult, TournamentRepository
from .model import POINTER, InvalidReport, Rank, Report
from .options import ReportFile, plan_of
from .reading import read_report


class PreparedReport(NamedTuple):
    """A valid report file with its plan, its enrolled players, and all facts."""

    report: Report
    plan: NewTournament
    enrolled: list[EnrolledPlayer]
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

    def prepare_report(self, file: ReportFile, founder: Actor) -> PreparedReport:
        """Returns the tournament of a *file*, and stores nothing.

        Raises `InvalidReport` with all errors, `UnknownGame`, `InvalidPlan` and `Refused`.
        """
        report = read_report(file.report)
        plan = plan_of(report, file)
        at = self._repository.clock()
        facts = open_tournament(opening_fact(plan, self._library, founder.by, at, founder.api_token))
        locate = _name_locator(report)
        entrants = [Entrant(name=player.name, rating=player.rating) for player in report.players]
        try:
            enrolled = self._registration.enroll_players(entrants, at, founder.by, locate)
            facts += self._registration.decide_registration(fold(facts), enrolled, locate)
        except InvalidRoster as error:
            raise InvalidReport([*error.errors]) from error
        ranks = [player.rank for player in report.players]
        ids = dict(
            zip(ranks, (player_enrolled.registration.player for player_enrolled in enrolled), strict=True)
        )
        header = report.header
        report_imported = ReportImported(
            "trf", report.digest, founder.by, at, header.program, header.first_turn
        )
        facts += continue_from(fold(facts), _filed_history(report, ids), report_imported)
        return PreparedReport(report, plan, enrolled, facts)

    def open_report(
        self, file: ReportFile, founder: Actor, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Opens the tournament of a *file*; raises as `prepare_report` does."""
        if prior := self._repository.stored_reply(request):
            return prior
        prepared = self.prepare_report(file, founder)
        cards = self._library.find_cards(prepared.plan.game, prepared.plan.cards)
        self._store.store_card_set(cards.digest, cards.content())
        self._registration.store_names(prepared.enrolled)
        tokens = [enrolled.token for enrolled in prepared.enrolled]
        return self._repository.create(prepared.facts, request=request, tokens=tokens)


def _name_locator(report: Report) -> Callable[[int, str, Message], InputError]:
    """Returns a function that locates the name of a player, by its index, in the file."""
    return lambda index, _, message: InputError(POINTER, message, report.players[index].line, 15)


def _filed_history(report: Report, ids: dict[Rank, Player]) -> FiledHistory:
    """Returns the rounds of a *report* with the *ids* of its players."""
    rounds = tuple(
        FiledRound(
            tuple(FiledTable((ids[game.seats[0]], ids[game.seats[1]]), game.result) for game in round_.games),
            {ids[rank]: kind for rank, kind in round_.byes.items()},
        )
        for round_ in report.rounds
    )
    byes = {
        number: {ids[rank]: kind for rank, kind in requests.items()}
        for number, requests in report.byes.items()
    }
    return FiledHistory(rounds, byes, tuple(ids[rank] for rank in report.gone))
