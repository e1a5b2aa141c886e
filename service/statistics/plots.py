"""What plots are drawn from: places on a scale, and numbers as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from babel.dates import format_skeleton, parse_date
from babel.numbers import format_decimal, format_percent

from ..shared.i18n import chosen
from .model import CardRate, Comparison, Statistics, WinRate

MINUS = "\N{MINUS SIGN}"
LEVELS = 4
"""How many shades a cell has to either side of a fair share."""
CLEAR = 0.25
"""How far from a fair share the darkest shade is, at least."""


class Cell(NamedTuple):
    """A share in a matrix, and its shade: from -`LEVELS`, far below a fair share, to `LEVELS`."""

    share: WinRate | None
    shade: int


def percent(part: float) -> str:
    """Returns a share in percent, as it is written in the language of the request."""
    return format_percent(part, locale=chosen())


def points(part: float) -> str:
    """Returns a difference of shares in points of percent, with its sign."""
    text = format_decimal(abs(100 * part), "#,##0.0", locale=chosen())
    return f"{MINUS if part < 0 else '+'}{text}"


def number(value: float) -> str:
    """Returns a number as it is written in the language of the request."""
    return format_decimal(value, locale=chosen())


def interval(share: WinRate | Comparison) -> str:
    """Returns the interval of a share or of a difference in words."""
    assert share.low is not None
    assert share.high is not None
    told = percent if isinstance(share, WinRate) else points
    return f"{told(share.low)} – {told(share.high)}"


def month(text: str) -> str:
    """Returns a month such as 2026-11 in words."""
    return format_skeleton("yMMM", parse_date(f"{text}-01", "en", "yyyy-MM-dd"), locale=chosen())


def matrix(statistics: Statistics) -> list[tuple[str, list[Cell | None]]]:
    """Returns each character with its shares against all, in their order; `None` against itself."""
    results = {(pair.character, pair.against): pair.share for pair in statistics.pairs}
    cast = [one.character for one in statistics.characters]
    return [
        (who, [None if who == other else _cell(results.get((who, other)), statistics.fair) for other in cast])
        for who in cast
    ]


def calendar(statistics: Statistics) -> list[tuple[str, list[Cell | None]]]:
    """Returns each character with its shares month by month."""
    months = [{one.character: one.share for one in month.characters} for month in statistics.months]
    return [
        (one.character, [_cell(month.get(one.character), statistics.fair) for month in months])
        for one in statistics.characters
    ]


def _cell(share: WinRate | None, fair: float | None) -> Cell:
    if share is None or share.rate is None or fair is None:
        return Cell(None, 0)
    shade = round(LEVELS * (share.rate - fair) / CLEAR)
    return Cell(share, max(-LEVELS, min(LEVELS, shade)))


def ends(cards: Sequence[CardRate], maximum: int) -> list[CardRate]:
    """Returns the cards with the largest differences before turn 1, and those with the smallest."""
    card_rates = [card for card in cards if card.opening.difference is not None]
    ordered = sorted(card_rates, key=lambda card: -(card.opening.difference or 0.0))
    return ordered if len(ordered) <= 2 * maximum else ordered[:maximum] + ordered[-maximum:]


def span(cards: Sequence[CardRate]) -> float:
    """Returns how far a scale of differences goes to either side, to hold every interval of *cards*."""
    reach = [abs(end or 0.0) for card in cards for end in (card.opening.low, card.opening.high)]
    return max(reach, default=0.0) or 1.0
