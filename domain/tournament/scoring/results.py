"""Types of results of tables, and their points.

`service.tournaments.results` records a result when a match ends.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from ...messages import Message
from ...model import Seat
from ..plan import Points, Unplayed

Exact: TypeAlias = int | Fraction
"""Exact number."""


class Result(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Result of a table, with the place of each seat, 1 for the best, equal where shared.

    Without a winner, as in a double loss, all have the last place. `scores` are game scores by seat, if the
    game has any. Seats in `forfeits` did not play.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    forfeits: tuple[Seat, ...] = ()

    @property
    def was_played(self) -> bool:
        """Whether at least two seats played."""
        return len(self.places) - len(self.forfeits) > 1

    @property
    def is_draw(self) -> bool:
        """Whether several seats share the first place."""
        return self.places.count(1) > 1

    def unplayed_kind(self, seat: Seat) -> Unplayed | None:
        """Returns the kind of unplayed game for *seat*, `None` for a played one."""
        if seat in self.forfeits:
            return "forfeit_lost"
        return None if self.was_played else "forfeit_won"


def result_error(result: Result, seats: int) -> Message | None:
    """Returns the error in *result* at a table of so many *seats*, `None` without one."""
    places, scores = result.places, result.scores
    if len(places) != seats:
        return Message(
            "A place for each of the {seats} seats is wanted, not {given}.", seats=seats, given=len(places)
        )
    if scores and len(scores) != seats:
        return Message(
            "A score for each of the {seats} seats is wanted, not {given}.", seats=seats, given=len(scores)
        )
    is_ranking = all(rank == 1 + sum(better < rank for better in places) for rank in places)
    if not is_ranking and set(places) != {seats}:
        numbers = ", ".join(str(rank) for rank in places)
        return Message(
            "The places {places} are no ranking: who share a place take those after it too.", places=numbers
        )
    if len(set(result.forfeits)) != len(result.forfeits) or not set(result.forfeits) <= set(range(seats)):
        return Message("Each seat that forfeits is named once, counted from 0.")
    if any(places[seat] == 1 for seat in result.forfeits):
        return Message("A seat that forfeits cannot come first.")
    if len(result.forfeits) == seats - 1 and 1 not in places:
        return Message("Whoever is left when the others forfeit comes first.")
    return None


def result_units(points: Points, result: Result, seat: Seat) -> Exact:
    """Returns the units of *seat* for *result*."""
    kind = result.unplayed_kind(seat)
    if kind is not None:
        return points.units_unplayed(kind)
    rank = result.places[seat]
    sharing = result.places.count(rank)
    if points.places and 1 in result.places:
        total = sum(points.places[rank - 1 : rank - 1 + sharing])
        return total // sharing if total % sharing == 0 else Fraction(total, sharing)
    if rank != 1:
        return points.loss
    return points.win if sharing == 1 else points.draw
