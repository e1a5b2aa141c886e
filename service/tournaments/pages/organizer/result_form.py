"""Results in forms, as a winner of two or the place of each seat, with optional scores."""

from __future__ import annotations

from collections.abc import Mapping

from domain.messages import Message
from domain.tournament.scoring.results import Result

from ....shared.errors import InvalidOptions

WINNERS: Mapping[str, tuple[int, ...]] = {"0": (1, 2), "1": (2, 1), "draw": (1, 1), "nobody": (2, 2)}
"""The places of two seats by the winner."""


def fields_of(result: Result | None) -> dict[str, str]:
    """Returns the form fields of a *result*, none without a result."""
    if result is None:
        return {}
    fields = {f"score.{seat}": str(score) for seat, score in enumerate(result.scores)}
    fields |= {f"absent.{seat}": "yes" for seat in result.forfeits}
    if len(result.places) == 2:
        return fields | {"winner": next(name for name, places in WINNERS.items() if places == result.places)}
    return fields | {f"place.{seat}": str(rank) for seat, rank in enumerate(result.places)}


def result_of(form: Mapping[str, str], seats: int) -> Result:
    """Returns the result of a form for a table of *seats*; raises `InvalidOptions`.

    Seats with an `absent` field forfeit.
    """
    scores = tuple(form.get(f"score.{seat}", "").strip() for seat in range(seats))
    absent = tuple(seat for seat in range(seats) if f"absent.{seat}" in form)
    return Result(_parse_places(form, seats), _parse_scores(scores) if any(scores) else (), absent)


def _parse_places(form: Mapping[str, str], seats: int) -> tuple[int, ...]:
    if seats == 2:
        places = WINNERS.get(form.get("winner", ""))
        if places is None:
            raise InvalidOptions("/winner", Message("Say who won, or that it was a draw."))
        return places
    texts = tuple(form.get(f"place.{seat}", "") for seat in range(seats))
    if not all(text.isdecimal() and len(text) < 3 for text in texts):
        raise InvalidOptions("/place", Message("Say the place of each player."))
    return tuple(map(int, texts))


def _parse_scores(texts: tuple[str, ...]) -> tuple[int, ...]:
    for text in texts:
        if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 7):
            raise InvalidOptions("/score", Message("Scores are whole numbers: one for each, or none."))
    return tuple(map(int, texts))
