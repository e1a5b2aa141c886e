"""Notes of players about cards that they alone saw."""

from __future__ import annotations

from typing import Any

from domain.messages import Message
from domain.recording.entries import Ref
from domain.table import CommandOutcome, Party
from domain.table.recordings import notes
from domain.table.recordings.facts import DrawNoted
from projections.match_views import LoadedMatch

from ..http.middleware.idempotency import IdempotentRequest
from ..matches.repository import CommandResult, MatchRepository
from ..shared.errors import Forbidden


class Notes:
    """Notes under all recordings of the service, for one process."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    def note_draw(
        self,
        match: str,
        by: Party,
        seat: int,
        ref: Ref,
        card: str,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Notes the card at *ref* for *seat*; raises `UnknownMatch`, `Forbidden` and `table.WrongMoment`."""
        if by != f"seat:{seat}":
            raise Forbidden(Message("Each player notes the cards of one seat: the one they play."))
        return self._repository.execute(
            match,
            lambda loaded: notes.note_draw(
                loaded.rules, loaded.match, DrawNoted(seat, ref, card, by, self._repository.clock())
            ),
            request=request,
        )

    def open_notes(self, match: str, *, request: IdempotentRequest | None = None) -> CommandResult:
        """Turns the notes of all seats into names, at once; raises `UnknownMatch` and `table.WrongMoment`."""

        def decide(loaded: LoadedMatch) -> CommandOutcome[Any]:
            facts = self._repository.load_replay(match, loaded.match.seq).facts
            return notes.open_notes(loaded.rules, loaded.match, facts, self._repository.clock())

        return self._repository.execute(match, decide, request=request)
