"""Take-backs of answers, at once or with the consent of the others."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain import chance, table
from domain.messages import Message
from domain.model import Answered, Seat
from domain.snapshot import take_snapshot
from domain.table import CommandOutcome, Match, NewLine, TakebackAsked, WrongMoment
from projections.match_views import LoadedMatch

from ..http.middleware.idempotency import IdempotentRequest
from .opening import seeds
from .repository import CommandResult, MatchRepository, require_seat


class TakebackOption(NamedTuple):
    """Take-back to fact `to`. It may need no consent, and may cancel an effect under way."""

    to: int
    alone: bool
    effect: bool


class Takebacks:
    """Take-backs of all matches, for one process."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    def ask_takeback(
        self, match: str, token: str, to: int | None = None, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Asks to go back to fact *to*, by default to before the last answer of the seat of *token*.

        It accepts an open request of the others. Raises `UnknownMatch`, `UnknownToken`, `Unavailable` and
        `table.WrongMoment`.
        """

        def decide_takeback(loaded: LoadedMatch) -> CommandOutcome[Any]:
            seat = require_seat(loaded.match, token)
            target = self._find_target(match, loaded.match, seat) if to is None else to
            agrees = bool(loaded.match.offers.takebacks) and loaded.match.offers.to == target
            takeback_asked = TakebackAsked(seat, target, self._repository.clock(), agrees)
            return self._decide_takeback(match, loaded, takeback_asked)

        return self._repository.execute(match, decide_takeback, request=request)

    def find_undo(self, match: str) -> TakebackAsked | None:
        """Returns the request for the last answer of all seats of *match*, `None` before the first one."""
        loaded = self._repository.load_match(match)
        facts = self._repository.load_replay(match, loaded.match.seq).facts
        seats = range(loaded.match.settings.seats)
        answers = filter(None, (table.last_answer(loaded.match, facts, seat) for seat in seats))
        answer = max(answers, key=lambda fact: fact.seq, default=None)
        if answer is None or not isinstance(answer.event, Answered):
            return None
        return TakebackAsked(answer.event.seat, answer.seq - 1, self._repository.clock())

    def find_takeback(self, match: str, seat: Seat) -> TakebackOption | None:
        """Returns the possible take-back of the last answer of *seat*, or `None`."""
        loaded = self._repository.load_match(match)
        try:
            takeback_asked = TakebackAsked(seat, self._find_target(match, loaded.match, seat), 0)
            self._decide_takeback(match, loaded, takeback_asked)
        except WrongMoment:
            return None
        running = loaded.match.position.running
        effect = running is not None and running.facts[0].seq <= takeback_asked.to + 1
        return TakebackOption(
            takeback_asked.to, table.is_agreed(loaded.rules, loaded.match, takeback_asked), effect
        )

    def _find_target(self, match: str, match_state: Match[Any], seat: Seat) -> int:
        offers = match_state.offers
        if offers.takebacks and seat not in offers.takebacks:
            return offers.to
        answer = table.last_answer(
            match_state, self._repository.load_replay(match, match_state.seq).facts, seat
        )
        if answer is None:
            raise WrongMoment(Message("You have given no answer yet that could be taken back."))
        return answer.seq - 1

    def _decide_takeback(
        self, match: str, loaded: LoadedMatch, takeback_asked: TakebackAsked
    ) -> CommandOutcome[Any]:
        facts = self._repository.load_replay(match, loaded.match.seq).facts[: loaded.match.seq]
        line = None
        if table.is_agreed(loaded.rules, loaded.match, takeback_asked):
            line = self._new_line(match, loaded, takeback_asked.to)
        return table.take_back(loaded.rules, loaded.match, takeback_asked, facts, line)

    def _new_line(self, match: str, loaded: LoadedMatch, to: int) -> NewLine:
        state = self._repository.load_at(match, min(max(to, 1), loaded.match.seq)).match
        seed = seeds.server_seed()
        write = self._repository.find_game(loaded.match.settings.game).write_position
        return NewLine(
            to, take_snapshot(write, state.position), chance.seed_commitment(seed), seed, state.clocks
        )
