"""Explanations of points and tie-breakers, line by line with facts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from ...messages import Argument, Message
from ..facts import Player
from ..plan import Tiebreaker
from ..refusals import Refused, require_player
from ..scoring.history import annulled_games, annulled_players, divide_exactly, penalties_in
from ..scoring.results import Exact
from ..state import Tournament
from ..tiebreakers import TALLIES, tally_player
from ..tiebreakers.field import StageField
from ..tiebreakers.tally import Line, line_of
from ..wording import UNPLAYED_NAMES, format_number, join_names
from .standings import Standing, compute_standings, field_of, stage_of, tied_with


class Reason(NamedTuple):
    """Line of an explanation from fact `seq`, 0 for several facts or none.

    `value` is its part of the number. `struck` is a result that does not count, `cause` the reason and
    `annulled` its worth.
    """

    sentence: Message
    seq: int = 0
    value: Exact = 0
    struck: Message | None = None
    cause: Message | None = None
    annulled: Exact = 0


def explain_number(
    t: Tournament,
    player: Player,
    quantity: Tiebreaker | Literal["points"],
    stage: int = 0,
    after: int | None = None,
) -> list[Reason]:
    """Returns the lines behind the points or a tie-breaker of a player in the standings.

    Raises `Refused` for a player outside the stage, and for an unannounced tie-breaker.
    """
    return Explainer(t, stage, after).explain(player, quantity)


class Explainer:
    """Explanations over one computation of standings."""

    def __init__(self, t: Tournament, stage: int = 0, after: int | None = None) -> None:
        self._t, self._stage, self._after = t, stage_of(t, stage), after

    @cached_property
    def rows(self) -> tuple[Standing, ...]:
        """Standings of the stage."""
        return compute_standings(self._t, self._stage, self._after)

    @cached_property
    def _field(self) -> StageField:
        return field_of(self._t, self._stage, self._after)

    def explain(self, player: Player, quantity: Tiebreaker | Literal["points"]) -> list[Reason]:
        """Returns the lines behind a number of a player; raises as `explain_number`."""
        t = self._t
        require_player(t, player)
        if player not in t.entrants(self._stage):
            raise Refused(Message("{player} does not play this stage.", player=player))
        if quantity != "points" and quantity not in t.settings.tiebreakers:
            raise Refused(Message("This tournament has no such tie-breaker."))
        if quantity == "points":
            return [*_point_reasons(t, self._field, player, self._stage)]
        tied = (player,) if quantity in TALLIES else tied_with(t, player, quantity, self._stage, self.rows)
        tallied = tally_player(quantity, self._field, player, tied)
        value = format_number(tallied.value)
        if quantity == "lot":
            return [Reason(Message("Drawn by lot: {value}.", value=value))]
        lines = [
            Reason(_line_sentence(line), line.seq, 0 if line.note == "cut" else line.value)
            for line in tallied.make_lines()
        ]
        if quantity == "head_to_head":
            return [*lines, Reason(Message("Of those tied, this many rank behind: {value}.", value=value))]
        if tallied.average:
            return [*lines, Reason(Message("On average: {value}.", value=value))]
        return [*lines, Reason(Message("Together: {value}.", value=value))]


def _point_reasons(t: Tournament, field: StageField, player: Player, stage: int) -> Iterator[Reason]:
    yield from earned_reasons(t, field, player, stage)
    yield from _annulled_reasons(t, field, player, stage)
    yield Reason(Message("Together: {value}.", value=format_number(field.scores[player])))


def earned_reasons(
    t: Tournament, field: StageField, player: Player, stage: int, first: int = 0
) -> Iterator[Reason]:
    """Yields the gains and penalties of a player in a *field*, after round *first*."""
    for game in field.games[player]:
        if game.round > first:
            yield Reason(_line_sentence(line_of(game, game.points)), game.seq, game.points)
    for penalty in penalties_in(t, stage, field.rounds):
        if penalty.event.player == player and (penalty.event.round > first or not first):
            value = format_number(-penalty.event.points, t.settings.points.unit)
            yield Reason(
                Message("A penalty: {value} ({why}).", value=value, why=penalty.event.why),
                penalty.seq,
                -divide_exactly(penalty.event.points, t.settings.points.unit),
            )


def _annulled_reasons(t: Tournament, field: StageField, player: Player, stage: int) -> Iterator[Reason]:
    """Yields results of a player that a withdrawal from a round robin annulled."""
    void = annulled_players(t, stage)
    for game in annulled_games(t, stage, field.rounds)[player]:
        leaver = player if player in void else next(opponent for opponent in game.against if opponent in void)
        result = _line_sentence(line_of(game, game.points))
        cause = Message("It does not count: {player} withdrew before half of the games.", player=leaver)
        sentence = Message("{result} {cause}", result=result, cause=cause)
        yield Reason(sentence, game.seq, 0, result, cause, game.points)


def _line_sentence(line: Line) -> Message:
    value, opponents = format_number(line.value), join_names(line.opponents)
    if line.note == "missing":
        return Message("Against {opponents}: not met.", opponents=opponents)
    if not line.round:
        return Message("Against {opponents}: {value}.", opponents=opponents, value=value)
    subject = _line_subject(line, opponents)
    if line.note == "floor":
        return Message(
            "Round {round}, {what}: {value}, the floor.", round=line.round, what=subject, value=value
        )
    if line.note == "virtual":
        return Message(
            "Round {round}, {what}: {value}, of a virtual opponent with the player’s own score,"
            " and with a draw in each round at most.",
            round=line.round,
            what=subject,
            value=value,
        )
    if line.note == "adjusted":
        return Message(
            "Round {round}, {what}: {value}, with its unplayed rounds at the end as draws.",
            round=line.round,
            what=subject,
            value=value,
        )
    if line.note == "cut":
        return Message(
            "Round {round}, {what}: {value}, cut away.", round=line.round, what=subject, value=value
        )
    return Message("Round {round}, {what}: {value}.", round=line.round, what=subject, value=value)


def _line_subject(line: Line, opponents: Argument) -> Message:
    if not line.unplayed:
        return Message("against {opponents}", opponents=opponents)
    return UNPLAYED_NAMES[line.unplayed] if line.seq else Message("absent")
