"""Commands of disputes, rulings and appeals. Each appends facts to the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import chance, table
from domain.messages import Message
from domain.model import ORGANIZER
from domain.snapshot import take_snapshot
from domain.table import (
    Appealed,
    CaseAssigned,
    CommandOutcome,
    DisputeAnswered,
    DisputeOpened,
    NewLine,
    Party,
    PositionNoted,
)
from projections.match_views import LoadedMatch
from replays.playback.replay import UnknownMoment

from ..http.middleware.idempotency import IdempotentRequest
from ..identity.api_tokens import ApiTokens
from ..matches.opening import seeds
from ..matches.repository import CommandResult, MatchRepository, check_fresh, seat_of
from ..matches.viewing.access import Access
from ..shared.errors import Forbidden
from .checks import check_position, check_room, check_waiting
from .corrections import correction_events
from .rulings import EvidenceRef, InvalidCase, Ruling, check_ruling, ruling_fact, seats_of


class Cases:
    """Cases of all matches of the service, for one process."""

    def __init__(self, repository: MatchRepository, access: Access, api_tokens: ApiTokens) -> None:
        self._repository, self._access, self._api_tokens = repository, access, api_tokens

    # -- parties -----------------------------------------------------------------------------------------

    def party_of(self, match: str, token: str) -> Party:
        """Returns the party of *token*, `seat:0`, or `judge:` or `organizer:` and a name.

        Raises `UnknownMatch`, `UnknownToken` and `Forbidden`.
        """
        seat = seat_of(self._repository.load_match(match).match, token)
        if seat is not None:
            return f"seat:{seat}"
        api_token = self._access.api_token(token, match)
        for scope, called in (("judge", "judge"), ("organize", "organizer")):
            if scope in api_token.scopes:
                return f"{called}:{api_token.name}"
        raise Forbidden(Message("Only players of the match, judges and organizers speak in a case."))

    def require_judge(self, match: str, token: str) -> str:
        """Returns the name of the judge with *token*; raises like `party_of`."""
        called, _, name = self.party_of(match, token).partition(":")
        if called != "judge":
            raise Forbidden(Message("Only a judge rules on a case."))
        return name

    # -- statements --------------------------------------------------------------------------------------

    def open_case(
        self,
        match: str,
        by: Party,
        claim: str,
        references: Sequence[EvidenceRef],
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Opens a case.

        Raises `UnknownMatch`, `InvalidCase`, and `LimitReached` for too many waiting cases of *by*.
        """

        def decide_case(loaded: LoadedMatch) -> CommandOutcome[Any]:
            check_waiting(loaded, by)
            evidence = self._resolve_evidence(match, loaded, by, references)
            return self.decide_opening(loaded, by, claim, evidence)

        return self._repository.execute(match, decide_case, request=request)

    def reply_to_case(
        self,
        match: str,
        case: int,
        by: Party,
        text: str,
        references: Sequence[EvidenceRef],
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Adds a statement to a case.

        Raises like `open_case`, and `NoSuchCase` and `WrongMoment`.
        """

        def decide_reply(loaded: LoadedMatch) -> CommandOutcome[Any]:
            check_room(loaded, case)
            evidence = self._resolve_evidence(match, loaded, by, references)
            answer = DisputeAnswered(case, by, text, evidence, self._repository.clock())
            return table.answer_dispute(loaded.rules, loaded.match, answer)

        return self._repository.execute(match, decide_reply, request=request)

    def note_position(
        self,
        match: str,
        case: int,
        by: Party,
        position: str,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Notes a position in a case, with `?` for unknown cards.

        Raises like `reply_to_case`, and `InvalidCase` for a position that no match can reach.
        """

        def decide_note(loaded: LoadedMatch) -> CommandOutcome[Any]:
            check_room(loaded, case)
            check_position(self._repository.find_game(loaded.match.settings.game), loaded, position)
            noted = PositionNoted(case, by, position, self._repository.clock())
            return table.note_position(loaded.rules, loaded.match, noted)

        return self._repository.execute(match, decide_note, request=request)

    def appeal_ruling(
        self, match: str, case: int, by: Party, text: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Appeals a ruling; raises `UnknownMatch`, `NoSuchCase` and `WrongMoment`."""
        appealed = Appealed(case, by, text, self._repository.clock())
        return self._repository.execute(
            match, lambda loaded: table.appeal_ruling(loaded.rules, loaded.match, appealed), request=request
        )

    def assign_case(
        self, match: str, case: int, judge: str, by: Party, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Assigns a case to *judge*, or returns it to the queue if *judge* is empty.

        Raises like `appeal_ruling`, and `InvalidCase` for an unknown judge.
        """
        if judge and not any(
            api_token.name == judge
            and "judge" in api_token.scopes
            and not api_token.invalid_reason(self._repository.clock())
            for api_token in self._api_tokens.list_tokens()
        ):
            raise InvalidCase("/judge", Message("No judge of this service is called “{judge}”.", judge=judge))
        assigned = CaseAssigned(case, judge, by, self._repository.clock())
        return self._repository.execute(
            match, lambda loaded: table.assign_case(loaded.rules, loaded.match, assigned), request=request
        )

    # -- rulings -----------------------------------------------------------------------------------------

    def rule_on_case(
        self,
        match: str,
        case: int,
        judge: str,
        ruling: Ruling,
        seq: int,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Rules on a case, with fact *seq* as the last one that the judge saw.

        Raises `UnknownMatch`, `VersionConflict`, `InvalidCase`, `NoSuchCase` and `WrongMoment`.
        """

        def decide_ruling(loaded: LoadedMatch) -> CommandOutcome[Any]:
            check_fresh(loaded.match, seq)
            return self._decide_ruling(match, loaded, case, judge, ruling)

        return self._repository.execute(match, decide_ruling, request=request)

    def open_and_rule(
        self,
        match: str,
        judge: str,
        ruling: Ruling,
        references: Sequence[EvidenceRef],
        seq: int,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Opens a case and rules on it at once; raises like `rule_on_case`."""

        def decide_settlement(loaded: LoadedMatch) -> CommandOutcome[Any]:
            check_fresh(loaded.match, seq)
            return self._decide_settlement(match, loaded, judge, ruling, references)

        return self._repository.execute(match, decide_settlement, request=request)

    def preview_ruling(
        self, match: str, judge: str, ruling: Ruling, case: int | None = None
    ) -> CommandOutcome[Any]:
        """Returns the outcome of a *ruling* on *case* or on a new one, and stores nothing.

        Raises `UnknownMatch`, `InvalidCase`, `NoSuchCase` and `WrongMoment`.
        """
        loaded = self._repository.load_match(match)
        if case is None:
            return self._decide_settlement(match, loaded, judge, ruling, ())
        return self._decide_ruling(match, loaded, case, judge, ruling)

    # -- outcomes ----------------------------------------------------------------------------------------

    def _decide_settlement(
        self, match: str, loaded: LoadedMatch, judge: str, ruling: Ruling, references: Sequence[EvidenceRef]
    ) -> CommandOutcome[Any]:
        by = f"judge:{judge}"
        evidence = self._resolve_evidence(match, loaded, by, references)
        command_outcome = self.decide_opening(loaded, by, ruling.text, evidence)
        before = LoadedMatch(loaded.rules, command_outcome.match)
        ruled = self._decide_ruling(match, before, len(command_outcome.match.cases), judge, ruling)
        return CommandOutcome(command_outcome.facts + ruled.facts, ruled.match)

    def decide_opening(
        self, loaded: LoadedMatch, by: Party, claim: str, evidence: tuple[table.Evidence, ...]
    ) -> CommandOutcome[Any]:
        """Returns the outcome of a new case."""
        number = len(loaded.match.cases) + 1
        dispute_opened = DisputeOpened(number, by, claim, evidence, self._repository.clock())
        return table.open_dispute(loaded.rules, loaded.match, dispute_opened)

    def _resolve_evidence(
        self, match: str, loaded: LoadedMatch, by: Party, references: Sequence[EvidenceRef]
    ) -> tuple[table.Evidence, ...]:
        """Returns *references* with the hashes of the record, within the facts that *by* may know.

        Raises `InvalidCase` for unknown facts and for other hashes.
        """
        if not references:
            return ()
        late = by.startswith("organizer:")
        last = (late and self._access.window(match, ORGANIZER).last) or loaded.match.seq
        for index, reference in enumerate(references):
            if not 0 < reference.seq <= last:
                sentence = Message(
                    "There is no fact {seq}: the record holds facts 1 to {last}.",
                    seq=reference.seq,
                    last=last,
                )
                raise InvalidCase(f"/evidence/{index}/seq", sentence)
        hashes = self._repository.load_hashes(match, self._repository.load_replay(match, loaded.match.seq))
        for index, reference in enumerate(references):
            if reference.hash and reference.hash != hashes[reference.seq - 1]:
                sentence = Message(
                    "Fact {seq} of the record is another: its hash is {hash}.",
                    seq=reference.seq,
                    hash=hashes[reference.seq - 1],
                )
                raise InvalidCase(f"/evidence/{index}/hash", sentence)
        return tuple(table.Evidence(reference.seq, hashes[reference.seq - 1]) for reference in references)

    def _decide_ruling(
        self, match: str, loaded: LoadedMatch, case: int, judge: str, ruling: Ruling
    ) -> CommandOutcome[Any]:
        check_ruling(ruling, loaded.match.settings.game)
        for pointer, seat in seats_of(ruling):
            if refusal := table.seat_refusal(loaded.match, seat):
                raise InvalidCase(pointer, refusal.sentence)
        ruled = ruling_fact(ruling, case=case, judge=judge, at=self._repository.clock())
        return table.rule_case(
            loaded.rules,
            loaded.match,
            ruled,
            corrections=correction_events(
                self._repository.find_game(loaded.match.settings.game), loaded, ruling
            ),
            line=None if ruling.to is None else self._new_line(match, loaded, ruling.to),
            winners=ruling.winners,
        )

    def _new_line(self, match: str, loaded: LoadedMatch, to: int) -> NewLine:
        """Returns a new line that continues from fact *to*, with a new seed."""
        try:
            state = self._repository.load_at(match, to).match
        except UnknownMoment as error:
            raise InvalidCase("/to", error.message) from error
        seed = seeds.server_seed()
        write = self._repository.find_game(loaded.match.settings.game).write_position
        return NewLine(
            to, take_snapshot(write, state.position), chance.seed_commitment(seed), seed, state.clocks
        )
