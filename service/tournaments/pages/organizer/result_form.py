"""Results as forms tell them: who won of two, or the place of each seat, with scores if there are any."""

from __future__ import annotations

from collections.abc import Mapping

from domain.messages import Message
from domain.tournament.scoring.results import Result

from ....shared.errors import InvalidOptions

WINNERS: Mapping[str, tuple[int, ...]] = {"0": (1, 2), "1": (2, 1), "draw": (1, 1), "nobody": (2, 2)}
"""The places of two seats, by who won."""


def fields_of(result: Result | None) -> dict[str, str]:
    """Returns the fields of a form that tell a *result*; none where a table has no result."""
    if result is None:
        return {}
    fields = {f"score.{seat}": str(score) for seat, score in enumerate(result.scores)}
    fields |= {f"absent.{seat}": "yes" for seat in result.forfeits}
    if len(result.places) == 2:
        return fields | {"winner": next(name for name, places in WINNERS.items() if places == result.places)}
    return fields | {f"place.{seat}": str(place) for seat, place in enumerate(result.places)}


def result_of(form: Mapping[str, str], seats: int) -> Result:
    """Returns the result that a form tells of a table of so many *seats*; raises `InvalidOptions`.

    Seats that are told to be `absent` forfeit.
    """
    scores = tuple(form.get(f"score.{seat}", "").strip() for seat in range(seats))
    absent = tuple(seat for seat in range(seats) if f"absent.{seat}" in form)
    return Result(_places(form, seats), _numbers(scores) if any(scores) else (), absent)


def _places(form: Mapping[str, str], seats: int) -> tuple[int, ...]:
    if seats == 2:
        places = WINNERS.get(form.get("winner", ""))
        if places is None:
            raise InvalidOptions("/winner", Message("Say who won, or that it was a draw."))
        return places
    told = tuple(form.get(f"place.{seat}", "") for seat in range(seats))
    if not all(place.isdecimal() and len(place) < 3 for place in told):
        raise InvalidOptions("/place", Message("Say the place of each player."))
    return tuple(map(int, told))


def _numbers(told: tuple[str, ...]) -> tuple[int, ...]:
    for one in told:
        if not (one.isascii() and one.removeprefix("-").isdecimal() and len(one) < 7):
            raise InvalidOptions("/score", Message("Scores are whole numbers: one for each, or none."))
    return tuple(map(int, told))
