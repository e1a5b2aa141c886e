"""Why a player has so many points, or such a value of a tie-breaker: line by line, each with its fact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from ..messages import Argument, Message
from .facts import Player
from .history import annulled_games, divide_exactly
from .penalties import penalties_in
from .plan import Tiebreaker
from .refusals import Refused, require_player
from .results import Exact
from .standings import Standing, compute_standings, field_of, stage_of, tied_with
from .state import Tournament
from .tiebreakers import TALLIES, tally_player
from .tiebreakers.field import StageField
from .tiebreakers.tally import Line, line_of
from .withdrawals import annulled_players
from .wording import UNPLAYED_NAMES, format_number, join_names


class Reason(NamedTuple):
    """A line of an explanation, and the fact that it comes from; 0 where it comes from several or none.

    `value` is what the line adds to the number. `struck` is a result that does not count, `cause` is why, and
    `annulled` what it was worth.
    """

    sentence: Message
    seq: int = 0
    value: Exact = 0
    struck: Message | None = None
    cause: Message | None = None
    annulled: Exact = 0


def explain_number(
    t: Tournament, who: Player, what: Tiebreaker | Literal["points"], stage: int = 0, after: int | None = None
) -> list[Reason]:
    """Returns how the points of a player, or the value of a tie-breaker, come about in the standings.

    Raises `Refused` for who does not play the stage, and for a tie-breaker that was not announced.
    """
    return Explainer(t, stage, after).explain(who, what)


class Explainer:
    """Explains the numbers of players in one standings, which it makes once."""

    def __init__(self, t: Tournament, stage: int = 0, after: int | None = None) -> None:
        self._t, self._stage, self._after = t, stage_of(t, stage), after

    @cached_property
    def rows(self) -> tuple[Standing, ...]:
        """The standings."""
        return compute_standings(self._t, self._stage, self._after)

    @cached_property
    def _field(self) -> StageField:
        return field_of(self._t, self._stage, self._after)

    def explain(self, who: Player, what: Tiebreaker | Literal["points"]) -> list[Reason]:
        """Returns how a number of a player comes about; raises as `explain_number`."""
        t = self._t
        require_player(t, who)
        if who not in t.entrants(self._stage):
            raise Refused(Message("{player} does not play this stage.", player=who))
        if what != "points" and what not in t.opened.tiebreakers:
            raise Refused(Message("This tournament has no such tie-breaker."))
        if what == "points":
            return [*_point_reasons(t, self._field, who, self._stage)]
        tied = (who,) if what in TALLIES else tied_with(t, who, what, self._stage, self.rows)
        tallied = tally_player(what, self._field, who, tied)
        value = format_number(tallied.value)
        if what == "lot":
            return [Reason(Message("Drawn by lot: {value}.", value=value))]
        lines = [
            Reason(_line_sentence(line), line.seq, 0 if line.note == "cut" else line.value)
            for line in tallied.make_lines()
        ]
        if what == "head_to_head":
            return [*lines, Reason(Message("So many of those tied stand behind: {value}.", value=value))]
        if tallied.average:
            return [*lines, Reason(Message("On average: {value}.", value=value))]
        return [*lines, Reason(Message("Together: {value}.", value=value))]


def _point_reasons(t: Tournament, field: StageField, who: Player, stage: int) -> Iterator[Reason]:
    yield from earned_reasons(t, field, who, stage)
    yield from _annulled_reasons(t, field, who, stage)
    yield Reason(Message("Together: {value}.", value=format_number(field.scores[who])))


def earned_reasons(
    t: Tournament, field: StageField, who: Player, stage: int, first: int = 0
) -> Iterator[Reason]:
    """Yields what brought and took a player its points in a *field* of a stage, after round *first*."""
    for game in field.games[who]:
        if game.round > first:
            yield Reason(_line_sentence(line_of(game, game.points)), game.seq, game.points)
    for given in penalties_in(t, stage, field.rounds):
        if given.penalty.player == who and (given.penalty.round > first or not first):
            value = format_number(-given.penalty.points, t.opened.points.unit)
            yield Reason(
                Message("A penalty: {value} ({why}).", value=value, why=given.penalty.why),
                given.seq,
                -divide_exactly(given.penalty.points, t.opened.points.unit),
            )


def _annulled_reasons(t: Tournament, field: StageField, who: Player, stage: int) -> Iterator[Reason]:
    """Yields the results of a player that do not count, because somebody withdrew from a round robin."""
    void = annulled_players(t, stage)
    for game in annulled_games(t, stage, field.rounds)[who]:
        left = who if who in void else next(other for other in game.against if other in void)
        result = _line_sentence(line_of(game, game.points))
        cause = Message("It does not count: {player} withdrew before half of the games.", player=left)
        told = Message("{result} {cause}", result=result, cause=cause)
        yield Reason(told, game.seq, 0, result, cause, game.points)


def _line_sentence(line: Line) -> Message:
    value, opponents = format_number(line.value), join_names(line.opponents)
    if line.note == "missing":
        return Message("Against {opponents}: not met.", opponents=opponents)
    if not line.round:
        return Message("Against {opponents}: {value}.", opponents=opponents, value=value)
    what = _line_subject(line, opponents)
    if line.note == "floor":
        return Message("Round {round}, {what}: {value}, the floor.", round=line.round, what=what, value=value)
    if line.note == "virtual":
        return Message(
            "Round {round}, {what}: {value}, of a virtual opponent with the player’s own score,"
            " and with a draw in each round at most.",
            round=line.round,
            what=what,
            value=value,
        )
    if line.note == "adjusted":
        return Message(
            "Round {round}, {what}: {value}, with its unplayed rounds at the end as draws.",
            round=line.round,
            what=what,
            value=value,
        )
    if line.note == "cut":
        return Message("Round {round}, {what}: {value}, cut away.", round=line.round, what=what, value=value)
    return Message("Round {round}, {what}: {value}.", round=line.round, what=what, value=value)


def _line_subject(line: Line, opponents: Argument) -> Message:
    if not line.unplayed:
        return Message("against {opponents}", opponents=opponents)
    return UNPLAYED_NAMES[line.unplayed] if line.seq else Message("absent")
