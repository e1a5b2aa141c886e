"""Take-backs: a player goes back to before an answer of the own, at once or when the others agree."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain import chance, table
from domain.messages import Message
from domain.model import Seat
from domain.snapshot import take_snapshot
from domain.table import CommandOutcome, Match, NewLine, TakebackAsked, WrongMoment
from projections.match_views import LoadedMatch

from ..http.middleware.idempotency import IdempotentRequest
from .opening import seeds
from .repository import CommandResult, MatchRepository, seated


class Possible(NamedTuple):
    """A way back to fact `to`: whether nobody else has to agree, and whether an effect is under way since."""

    to: int
    alone: bool
    effect: bool


class Takebacks:
    """The take-backs of all matches of the service, for one process."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    def ask(
        self, match: str, token: str, to: int | None = None, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Asks to go back to fact *to*, or to before the last answer of the seat that *token* plays.

        Where the others have asked for one, it agrees to theirs. Raises `UnknownMatch`, `UnknownToken`,
        `Unavailable` and `table.WrongMoment`.
        """

        def back(loaded: LoadedMatch) -> CommandOutcome[Any]:
            seat = seated(loaded.match, token)
            there = self._meant(match, loaded.match, seat) if to is None else to
            agrees = bool(loaded.match.offers.takebacks) and loaded.match.offers.to == there
            takeback_asked = TakebackAsked(seat, there, self._repository.clock(), agrees)
            return self._followed(match, loaded, takeback_asked)

        return self._repository.execute(match, back, request=request)

    def possible(self, match: str, seat: Seat) -> Possible | None:
        """Returns how *seat* could take its last answer back now; `None`: in no way."""
        loaded = self._repository.get(match)
        try:
            takeback_asked = TakebackAsked(seat, self._meant(match, loaded.match, seat), 0)
            self._followed(match, loaded, takeback_asked)
        except WrongMoment:
            return None
        running = loaded.match.position.running
        effect = running is not None and running.facts[0].seq <= takeback_asked.to + 1
        return Possible(
            takeback_asked.to, table.is_agreed(loaded.rules, loaded.match, takeback_asked), effect
        )

    def _meant(self, match: str, match_state: Match[Any], seat: Seat) -> int:
        accord = match_state.offers
        if accord.takebacks and seat not in accord.takebacks:
            return accord.to
        answer = table.last_answer(match_state, self._repository.replay(match, match_state.seq).facts, seat)
        if answer is None:
            raise WrongMoment(Message("You have given no answer yet that could be taken back."))
        return answer.seq - 1

    def _followed(
        self, match: str, loaded: LoadedMatch, takeback_asked: TakebackAsked
    ) -> CommandOutcome[Any]:
        facts = self._repository.replay(match, loaded.match.seq).facts[: loaded.match.seq]
        line = None
        if table.is_agreed(loaded.rules, loaded.match, takeback_asked):
            line = self._line(match, loaded, takeback_asked.to)
        return table.take_back(loaded.rules, loaded.match, takeback_asked, facts, line)

    def _line(self, match: str, loaded: LoadedMatch, to: int) -> NewLine:
        stood = self._repository.at(match, min(max(to, 1), loaded.match.seq)).match
        seed = seeds.server_seed()
        write = self._repository.game(loaded.match.settings.game).write_position
        return NewLine(
            to, take_snapshot(write, stood.position), chance.seed_commitment(seed), seed, stood.clocks
        )
