"""Runs the commands of tournaments with their rights."""

from __future__ import annotations

from collections.abc import Sequence

from domain.messages import Message
from domain.model import Fact
from domain.tournament import stages
from domain.tournament.decision.winners import name_winner
from domain.tournament.facts import By
from domain.tournament.lifecycle import end_tournament, open_tournament
from domain.tournament.pairing import propose_pairing
from domain.tournament.play import bye_requests, choices, departures, pairings, rounds
from domain.tournament.registrations import registration as self_registration
from domain.tournament.registrations import reveals, roster
from domain.tournament.scoring import result_entry
from domain.tournament.state import Tournament

from ..catalog.cardsets import CardSetRegistry
from ..eventstore.store import Store
from ..http.middleware.idempotency import IdempotentRequest
from ..matches.repository import MatchRepository
from ..shared.errors import Forbidden
from .access import Actor, require_role
from .commands import (
    AcceptReport,
    AskBye,
    Assign,
    CancelCheckIn,
    ChangePairing,
    CheckIn,
    ChooseCharacter,
    ChooseTurnOrCharacter,
    Close,
    CloseCheckIn,
    CloseRegistration,
    Command,
    Correct,
    Cut,
    Disqualify,
    Drop,
    End,
    Enter,
    EnterResults,
    Grant,
    LiftPenalty,
    NameWinner,
    OpenCheckIn,
    OpenRegistration,
    Pair,
    Penalize,
    Publish,
    Register,
    RegisterRoster,
    Report,
    Return,
    RevealNonce,
    Schedule,
    SettleDeparture,
    Start,
    WithdrawBye,
    WithdrawCheckIn,
)
from .decisions import round_decisions
from .decisions.check_in_decisions import decide_check_in
from .decisions.registration_corrections import Correction, RegistrationCorrections
from .decisions.result_decisions import check_citation, decide_correction, decide_result
from .decisions.round_decisions import change_pairing_by_hand, pairing_of_command
from .entry.entrants import Entrant, SelfRegistration
from .entry.registration import EnrolledPlayer, LocateError, Registration, in_body, in_own_body
from .plans import NewTournament, opening_fact
from .repository import CommandResult, TournamentRepository
from .rosters.preview import RosterPreviews
from .rosters.reading import read_text


class TournamentService:
    """The commands of all tournaments of the service, for one process."""

    def __init__(
        self,
        store: Store,
        repository: TournamentRepository,
        matches: MatchRepository,
        library: CardSetRegistry,
        registration: Registration,
    ) -> None:
        self._store, self._repository, self._library, self._matches = store, repository, library, matches
        self._registration = registration
        self._corrections = RegistrationCorrections(registration)
        self.previews = RosterPreviews(registration)

    def create_tournament(
        self, plan: NewTournament, founder: Actor, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Creates a tournament; raises `UnknownGame`, `InvalidPlan` and `Unsound`."""
        at = self._repository.clock()
        tournament_opened = opening_fact(plan, self._library, founder.by, at, founder.api_token)
        facts = open_tournament(tournament_opened)
        cards = self._library.find_cards(plan.game, plan.cards)
        self._store.store_card_set(cards.digest, cards.content())
        return self._repository.create(facts, request=request)

    def run_command(
        self,
        tournament: str,
        command: Command,
        actor: Actor,
        *,
        expected: int | None = None,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Runs a *command* of *actor*; *expected* is the last seen fact, if it matters.

        Raises `UnknownTournament`, `VersionConflict`, `Forbidden`, and the refusal of the command.
        """
        if isinstance(command, Register | RegisterRoster):
            return self._register_players(tournament, command, actor, expected, request)
        at = self._repository.clock()
        tokens = self._corrections.issued_tokens(command, at)

        def decide_facts(t: Tournament) -> list[Fact]:
            if isinstance(command, Correction):
                return self._corrections.decide_correction(t, command, actor, at)
            facts = decide_command(t, command, actor, at)
            if isinstance(command, Disqualify | Correct | Penalize):
                check_citation(self._matches, t, command.case)
            return facts

        return self._repository.execute(
            tournament, decide_facts, expected=expected, request=request, tokens=tokens
        )

    def preview_correction(self, t: Tournament, correction: Correct, actor: Actor) -> list[Fact]:
        """Returns the facts of a *correction* without storing them; raises as `run_command` does."""
        facts = decide_correction(t, correction, actor.by, self._repository.clock())
        check_citation(self._matches, t, correction.case)
        return facts

    def _register_players(
        self,
        tournament: str,
        command: Register | RegisterRoster,
        actor: Actor,
        expected: int | None,
        request: IdempotentRequest | None,
    ) -> CommandResult:
        require_role(actor, "organizer")
        entrants, locate = self._entrants_of_command(tournament, command)
        enrolled = self._registration.enroll_players(entrants, self._repository.clock(), actor.by, locate)
        return self._store_registration(tournament, enrolled, locate, expected, request)

    def register_oneself(
        self,
        tournament: str,
        registration: SelfRegistration,
        account: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Registers the player of an *account*, or a guest by name and returns its token.

        Raises `UnknownTournament`, `InvalidRoster`, and `Refused` while self-registration is closed.
        """
        entrant = Entrant(name=registration.name, player=account or None, nonce_hash=registration.nonce_hash)
        enrolled = self._registration.enroll_players([entrant], self._repository.clock(), locate=in_own_body)
        return self._store_registration(tournament, enrolled, in_own_body, None, request)

    def _entrants_of_command(
        self, tournament: str, command: Register | RegisterRoster
    ) -> tuple[tuple[Entrant, ...], LocateError]:
        """Returns the entrants of a command, and the locator of their errors."""
        if isinstance(command, Register):
            return command.players, in_body
        roster = read_text(command.roster).require_valid()
        if not command.accept_similar:
            self.previews.check_similar_names(self._repository.get(tournament), roster)
        return roster.entrants, roster.error_at

    def _store_registration(
        self,
        tournament: str,
        enrolled: Sequence[EnrolledPlayer],
        locate: LocateError,
        expected: int | None,
        request: IdempotentRequest | None,
    ) -> CommandResult:
        """Registers *enrolled*, and stores their names after the first valid decision."""
        are_names_stored = False

        def decide(t: Tournament) -> list[Fact]:
            nonlocal are_names_stored
            facts = self._registration.decide_registration(t, enrolled, locate)
            if not are_names_stored:
                self._registration.store_names(enrolled)
                are_names_stored = True
            return facts

        tokens = [player.token for player in enrolled]
        return self._repository.execute(tournament, decide, expected=expected, request=request, tokens=tokens)


def decide_command(t: Tournament, command: Command, actor: Actor, at: int) -> list[Fact]:
    """Returns the facts of a command; raises `Forbidden` and its refusal."""
    by = actor.by
    match command:
        case Drop(player=player, why=why):
            require_role(actor, "organizer", "judge", player=player)
            return roster.drop_player(t, player, by, at, why)
        case Return(player=player, why=why):
            require_role(actor, "organizer", "judge", player=player)
            return roster.return_player(t, player, by, at, why)
        case OpenCheckIn() | CloseCheckIn() | CancelCheckIn() | CheckIn() | WithdrawCheckIn():
            return decide_check_in(t, command, actor, at)
        case RevealNonce(player=player, nonce=nonce):
            require_role(actor, "organizer", player=player)
            return reveals.reveal_nonce(t, player, nonce, at)
        case AskBye(player=player, round=number, kind=kind):
            require_role(actor, "organizer", "judge", player=player)
            if actor.role == "player" and kind != "zero_bye":
                raise Forbidden(Message("A bye that gives points is for the organizers to give."))
            return bye_requests.ask_bye(t, player, number, kind, by, at)
        case WithdrawBye(player=player, round=number):
            require_role(actor, "organizer", "judge", player=player)
            return bye_requests.withdraw_bye(t, player, number, by, at)
        case Disqualify(player=player, why=why, case=case):
            require_role(actor, "organizer", "judge")
            return roster.disqualify_player(t, player, by, at, why, case)
        case ChooseTurnOrCharacter(player=player, chosen=chosen):
            require_role(actor, "organizer", "judge", player=player)
            return choices.choose_turn_or_character(t, command.table_ref, player, chosen, by, at)
        case ChooseCharacter(player=player, character=character):
            require_role(actor, "organizer", "judge", player=player)
            return choices.choose_character(t, command.table_ref, player, character, by, at)
        case Report(result=result, overrule=overrule):
            return result_entry.report_result(t, command.table_ref, result, by, at, overrule)
        case Grant(minutes=minutes, why=why):
            require_role(actor, "organizer", "judge")
            return rounds.grant_time(t, command.table_ref, minutes, by, at, why)
        case AcceptReport() | Enter() | EnterResults() | Assign():
            require_role(actor, "organizer", "judge", "scorekeeper")
            return decide_result(t, command, by, at)
        case Correct() | Penalize() | LiftPenalty():
            require_role(actor, "organizer", "judge")
            return decide_result(t, command, by, at)
    if isinstance(command, round_decisions.ClockCommand):
        require_role(actor, "organizer", "judge")
        return round_decisions.change_clock(t, command, by, at)
    require_role(actor, "organizer")
    if isinstance(command, round_decisions.TakeBack):
        return round_decisions.take_back(t, command, by, at)
    return _decide_management(t, command, by, at)


def _decide_management(t: Tournament, command: Command, by: By, at: int) -> list[Fact]:
    """Returns the facts of a command for organizers only."""
    match command:
        case OpenRegistration(limit=limit, until=until):
            return self_registration.open_registration(t, limit, until, by, at)
        case CloseRegistration():
            return self_registration.close_registration(t, by, at)
        case Pair(round=number, why=why, overrule=overrule):
            return pairings.pair_round(t, number, pairing_of_command(t, command), by, at, why, overrule)
        case ChangePairing():
            return change_pairing_by_hand(t, command, by, at)
        case Publish(stage=stage, round=number):
            return rounds.publish_round(t, stage, number, by, at)
        case Schedule(stage=stage, round=number, starts=starts):
            return rounds.schedule_round(t, stage, number, starts, by, at)
        case Start(stage=stage, round=number, overrule=overrule):
            return rounds.start_round(t, stage, number, by, at, overrule)
        case Close(stage=stage, round=number, overrule=overrule):
            return rounds.close_round(t, stage, number, by, at, overrule)
        case Cut(through=through, why=why, again=True):
            return stages.cut_stage_again(t, through or stages.expected_qualifiers_again(t), by, at, why)
        case Cut(through=through, why=why, overrule=overrule):
            return stages.cut_stage(t, through or stages.expected_qualifiers(t), by, at, why, overrule)
        case SettleDeparture(choice=choice, why=why):
            again = propose_pairing(t) if choice == "pair" else None
            return departures.settle_departure(t, command.table_ref, choice, by, at, why, again)
        case NameWinner(stage=stage, player=player, why=why):
            return name_winner(t, stage, player, by, at, why)
        case End(overrule=overrule):
            return end_tournament(t, by, at, overrule)
    raise TypeError(f"nothing follows from {command}")
