"""Results of matches, with the players, characters, points and rank of each side."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from ..model import Event, Seat, SeatRetired
from ..rules import Rules
from ..script import B, K
from .facts import CLOCK, Conceded, DrawOffered, FlagFell, MatchEnded, Ruled
from .match import Match

How: TypeAlias = Literal["won", "drawn", "conceded", "assigned"]
"""Won by the rules or on time; drawn by rule or agreement; conceded; decided by a judge."""


class Side(Struct, frozen=True):
    """Who won or lost together: seats, their players by id, and their characters or Villains by id.

    `score` is how many points the side had at the end, `None` in a game that counts none. `place` is 1 for
    who won, and the same for those who share it: with a draw all have the first. Sides that left come last.
    `stand_ins` are the seats of which a bot played the rest: their result is the bot's.
    """

    seats: tuple[Seat, ...]
    players: tuple[str | None, ...]
    characters: tuple[str, ...]
    score: int | None
    place: int
    stand_ins: tuple[Seat, ...] = ()


class MatchResult(Struct, frozen=True):
    """How a match ended.

    `by` is who ended it otherwise than by playing: `seat-0`, `clock`, `players` who agreed, or `judge:` and
    a name; empty where the rules did, of which `rule` is the number. `ended` is when, in milliseconds since
    1970.
    """

    sides: tuple[Side, ...]
    how: How
    by: str
    rule: str
    ended: int

    @property
    def stand_ins(self) -> frozenset[Seat]:
        """The seats that bots played on."""
        return frozenset(seat for side in self.sides for seat in side.stand_ins)

    @property
    def winners(self) -> frozenset[str | None]:
        """The winning players, without those replaced by a bot; none for a draw."""
        if self.how == "drawn":
            return frozenset()
        return frozenset(
            player
            for side in self.sides
            if side.place == 1
            for seat, player in zip(side.seats, side.players, strict=True)
            if seat not in side.stand_ins
        )


def match_result(
    rules: Rules[B, K], match: Match[B], end: MatchEnded, cause: Event, rule: str, at: int
) -> MatchResult:
    """Returns the result of *match* after its *end*, a consequence of *cause* by *rule*."""
    board = match.position.board
    sides = rules.list_sides(board)
    points = rules.side_points(board) or (None,) * len(sides)
    side_results = tuple(
        Side(
            side,
            tuple(match.player_ids[seat] for seat in side),
            tuple(character for seat in side for character in rules.seat_characters(board, seat)),
            score,
            rank,
            tuple(seat for seat in side if seat in match.stand_ins),
        )
        for side, score, rank in zip(
            sides, points, side_ranks(sides, rules.retired_seats(board), end.winners), strict=True
        )
    )
    manner, by = _cause_of_end(cause, bool(end.winners))
    return MatchResult(side_results, manner, by, rule, at)


def side_ranks(
    sides: Sequence[tuple[Seat, ...]], retired: tuple[Seat, ...], winners: Collection[Seat]
) -> tuple[int, ...]:
    """Returns the rank of each side; retired sides come last, the first to leave at the end.

    *retired* are the retired seats in that order. Without a winner all remaining sides share the first rank.
    """
    has_won = [not {*side}.isdisjoint(winners) for side in sides]
    left_at = [
        max(retired.index(seat) for seat in side) if {*side} <= {*retired} and not wins else len(retired)
        for side, wins in zip(sides, has_won, strict=True)
    ]
    behind = 1 + sum(has_won)
    return tuple(
        1
        if wins
        else behind
        if at == len(retired)
        else 1 + sum(other_left_at > at for other_left_at in left_at)
        for wins, at in zip(has_won, left_at, strict=True)
    )


def points_won(winners: Collection[Seat], scores: tuple[int, ...]) -> tuple[int, ...]:
    """Returns *scores* if they are points, and nothing if they only mark the winners with 1."""
    return () if scores == tuple(int(seat in winners) for seat in range(len(scores))) else scores


def _cause_of_end(cause: Event, has_winner: bool) -> tuple[How, str]:
    match cause:
        case Conceded(seat):
            return "conceded", f"seat-{seat}"
        case FlagFell() | SeatRetired(flag=True):
            return "won", CLOCK
        case SeatRetired(seat):
            return "conceded", f"seat-{seat}"
        case DrawOffered():
            return "drawn", "players"
        case Ruled(judge=judge):
            return "assigned", f"judge:{judge}"
    return ("won" if has_winner else "drawn"), ""
