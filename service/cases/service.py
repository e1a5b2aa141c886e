"""Cases: what is disputed about a match, and what judges make of it. All of it becomes facts of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain import chance, table
from domain.messages import Message
from domain.snapshot import take_snapshot
from domain.table import (
    Appealed,
    CaseAssigned,
    CommandOutcome,
    DisputeAnswered,
    DisputeOpened,
    NewLine,
    Party,
    Ruled,
)
from projections.match_views import LoadedMatch
from replays.playback.replay import UnknownMoment

from ..http.middleware.idempotency import IdempotentRequest
from ..identity.api_tokens import ApiTokens
from ..matches.opening import seeds
from ..matches.repository import ORGANIZER, CommandResult, MatchRepository, check_fresh, seat_of
from ..matches.viewing.access import Access
from ..shared.errors import Forbidden, LimitReached
from .corrections import corrected
from .ruling_checks import InvalidCase, Ruling, check_ruling, seats_of


class Piece(NamedTuple):
    """A fact that somebody points to: by its number, and by its hash if that is known."""

    seq: int
    hash: str = ""


WAITING = 10
"""How many cases of one party may wait for a ruling, in one match."""
SAID = 50
"""How many statements one case may hold before nobody may answer in it any more."""


class Cases:
    """The cases of all matches of the service, for one process."""

    def __init__(self, repository: MatchRepository, access: Access, api_tokens: ApiTokens) -> None:
        self._repository, self._access, self._api_tokens = repository, access, api_tokens

    # -- who speaks ------------------------------------------------------------------------------------

    def party(self, match: str, token: str) -> Party:
        """Returns who speaks with *token*: `seat:0`, or `judge:` or `organizer:` and a name.

        Raises `UnknownMatch`, `UnknownToken` and `Forbidden`.
        """
        seat = seat_of(self._repository.get(match).match, token)
        if seat is not None:
            return f"seat:{seat}"
        api_token = self._access.api_token(token, match)
        for scope, called in (("judge", "judge"), ("organize", "organizer")):
            if scope in api_token.scopes:
                return f"{called}:{api_token.name}"
        raise Forbidden(Message("Only players of the match, judges and organizers speak in a case."))

    def judge(self, match: str, token: str) -> str:
        """Returns the name of the judge who rules with *token*; raises as `party` does."""
        called, _, name = self.party(match, token).partition(":")
        if called != "judge":
            raise Forbidden(Message("Only a judge rules on a case."))
        return name

    # -- what is said ----------------------------------------------------------------------------------

    def dispute(
        self,
        match: str,
        by: Party,
        claim: str,
        pieces: Sequence[Piece],
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Opens a case.

        Raises `UnknownMatch`, `InvalidCase`, and `LimitReached` when too many of *by* wait already.
        """

        def opened(seen: LoadedMatch) -> CommandOutcome[Any]:
            if sum(case.is_waiting and case.by == by for case in seen.match.cases) >= WAITING:
                sentence = Message(
                    "{most} of your cases wait for a ruling: there is room when one has it.", most=WAITING
                )
                raise LimitReached(sentence)
            return self._opened(match, seen, by, claim, pieces)

        return self._repository.execute(match, opened, request=request)

    def reply(
        self,
        match: str,
        case: int,
        by: Party,
        text: str,
        pieces: Sequence[Piece],
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Says something in a case; raises as `dispute`, `NoSuchCase` and `WrongMoment`."""

        def said(loaded: LoadedMatch) -> CommandOutcome[Any]:
            if 0 < case <= len(loaded.match.cases) and len(loaded.match.cases[case - 1].said) >= SAID:
                raise LimitReached(
                    Message("{most} statements stand in this case, and there may be no more.", most=SAID)
                )
            evidence = self._evidence(match, loaded, by, pieces)
            answer = DisputeAnswered(case, by, text, evidence, self._repository.clock())
            return table.answer_dispute(loaded.rules, loaded.match, answer)

        return self._repository.execute(match, said, request=request)

    def appeal(
        self, match: str, case: int, by: Party, text: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Appeals against a ruling; raises `UnknownMatch`, `NoSuchCase` and `WrongMoment`."""
        appealed = Appealed(case, by, text, self._repository.clock())
        return self._repository.execute(
            match, lambda seen: table.appeal_ruling(seen.rules, seen.match, appealed), request=request
        )

    def assign(
        self, match: str, case: int, judge: str, by: Party, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Gives a case to *judge*, to nobody if that is empty; raises as `appeal`, and `InvalidCase`."""
        if judge and not any(
            api_token.name == judge
            and "judge" in api_token.scopes
            and not api_token.invalid_reason(self._repository.clock())
            for api_token in self._api_tokens.list_tokens()
        ):
            raise InvalidCase("/judge", Message("No judge of this service is called “{judge}”.", judge=judge))
        assigned = CaseAssigned(case, judge, by, self._repository.clock())
        return self._repository.execute(
            match, lambda seen: table.assign_case(seen.rules, seen.match, assigned), request=request
        )

    # -- what is ruled ---------------------------------------------------------------------------------

    def rule(
        self,
        match: str,
        case: int,
        judge: str,
        ruling: Ruling,
        seq: int,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Rules on a case, having seen the match at fact *seq*.

        Raises `UnknownMatch`, `VersionConflict`, `InvalidCase`, `NoSuchCase` and `WrongMoment`.
        """

        def ruled(loaded: LoadedMatch) -> CommandOutcome[Any]:
            check_fresh(loaded.match, seq)
            return self._ruled(match, loaded, case, judge, ruling)

        return self._repository.execute(match, ruled, request=request)

    def settle(
        self,
        match: str,
        judge: str,
        ruling: Ruling,
        pieces: Sequence[Piece],
        seq: int,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Opens a case and rules on it at once: what a judge does who has seen it all; raises as `rule`."""

        def settled(loaded: LoadedMatch) -> CommandOutcome[Any]:
            check_fresh(loaded.match, seq)
            return self._settled(match, loaded, judge, ruling, pieces)

        return self._repository.execute(match, settled, request=request)

    def foreseen(
        self, match: str, judge: str, ruling: Ruling, case: int | None = None
    ) -> CommandOutcome[Any]:
        """Returns what would follow if *judge* ruled so now, on *case* or on a new one. Nothing is kept.

        Raises `UnknownMatch`, `InvalidCase`, `NoSuchCase` and `WrongMoment`.
        """
        loaded = self._repository.get(match)
        if case is None:
            return self._settled(match, loaded, judge, ruling, ())
        return self._ruled(match, loaded, case, judge, ruling)

    # -- how it becomes facts --------------------------------------------------------------------------

    def _settled(
        self, match: str, loaded: LoadedMatch, judge: str, ruling: Ruling, pieces: Sequence[Piece]
    ) -> CommandOutcome[Any]:
        command_outcome = self._opened(match, loaded, f"judge:{judge}", ruling.text, pieces)
        before = LoadedMatch(loaded.rules, command_outcome.match)
        ruled = self._ruled(match, before, len(command_outcome.match.cases), judge, ruling)
        return CommandOutcome(command_outcome.facts + ruled.facts, ruled.match)

    def _opened(
        self, match: str, loaded: LoadedMatch, by: Party, claim: str, pieces: Sequence[Piece]
    ) -> CommandOutcome[Any]:
        number, evidence = len(loaded.match.cases) + 1, self._evidence(match, loaded, by, pieces)
        dispute_opened = DisputeOpened(number, by, claim, evidence, self._repository.clock())
        return table.open_dispute(loaded.rules, loaded.match, dispute_opened)

    def _evidence(
        self, match: str, loaded: LoadedMatch, by: Party, pieces: Sequence[Piece]
    ) -> tuple[table.Evidence, ...]:
        """Returns *pieces* with their hashes, which are those of the record, as far as *by* may know it."""
        if not pieces:
            return ()
        late = by.startswith("organizer:")
        last = (late and self._access.window(match, ORGANIZER).last) or loaded.match.seq
        for place, piece in enumerate(pieces):
            if not 0 < piece.seq <= last:
                sentence = Message(
                    "There is no fact {seq}: the record holds facts 1 to {last}.",
                    seq=piece.seq,
                    last=last,
                )
                raise InvalidCase(f"/evidence/{place}/seq", sentence)
        hashes = self._repository.hashes(match, self._repository.replay(match, loaded.match.seq))
        for place, piece in enumerate(pieces):
            if piece.hash and piece.hash != hashes[piece.seq - 1]:
                sentence = Message(
                    "Fact {seq} of the record is another: its hash is {hash}.",
                    seq=piece.seq,
                    hash=hashes[piece.seq - 1],
                )
                raise InvalidCase(f"/evidence/{place}/hash", sentence)
        return tuple(table.Evidence(piece.seq, hashes[piece.seq - 1]) for piece in pieces)

    def _ruled(
        self, match: str, loaded: LoadedMatch, case: int, judge: str, ruling: Ruling
    ) -> CommandOutcome[Any]:
        check_ruling(ruling, loaded.match.settings.game)
        for pointer, seat in seats_of(ruling):
            if refusal := table.seat_refusal(loaded.match, seat):
                raise InvalidCase(pointer, refusal.sentence)
        ruled = Ruled(
            case,
            judge,
            ruling.outcome,
            ruling.rules,
            ruling.text,
            self._repository.clock(),
            ruling.seat,
            ruling.penalty,
        )
        return table.rule_case(
            loaded.rules,
            loaded.match,
            ruled,
            corrections=corrected(self._repository.game(loaded.match.settings.game), loaded, ruling),
            line=None if ruling.to is None else self._line(match, loaded, ruling.to),
            winners=ruling.winners,
        )

    def _line(self, match: str, loaded: LoadedMatch, to: int) -> NewLine:
        """Returns a new line that goes on from fact *to*, with a seed of its own."""
        try:
            stood = self._repository.at(match, to).match
        except UnknownMoment as error:
            raise InvalidCase("/to", error.message) from error
        seed = seeds.server_seed()
        write = self._repository.game(loaded.match.settings.game).write_position
        return NewLine(
            to, take_snapshot(write, stood.position), chance.seed_commitment(seed), seed, stood.clocks
        )
