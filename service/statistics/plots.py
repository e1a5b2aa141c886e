"""Data of plots, with positions on a scale and localized numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from babel.dates import format_skeleton, parse_date
from babel.numbers import format_decimal, format_percent

from ..shared.i18n import page_language
from .model import CardRate, Comparison, Statistics, WinRate

MINUS = "\N{MINUS SIGN}"
LEVELS = 4
"""Shades on either side of a fair share."""
CLEAR = 0.25
"""Distance of the darkest shade from a fair share."""


class Cell(NamedTuple):
    """Win rate in a matrix, with its shade from -`LEVELS`, far below a fair share, to `LEVELS`."""

    share: WinRate | None
    shade: int


def percent(part: float) -> str:
    """Returns a share in percent, in the language of the request."""
    return format_percent(part, locale=page_language())


def points(part: float) -> str:
    """Returns a difference of shares in percentage points, with its sign."""
    text = format_decimal(abs(100 * part), "#,##0.0", locale=page_language())
    return f"{MINUS if part < 0 else '+'}{text}"


def number(value: float) -> str:
    """Returns a number in the language of the request."""
    return format_decimal(value, locale=page_language())


def interval(share: WinRate | Comparison) -> str:
    """Returns the interval of a share or of a difference in words."""
    assert share.low is not None
    assert share.high is not None
    format_value = percent if isinstance(share, WinRate) else points
    return f"{format_value(share.low)} – {format_value(share.high)}"


def month(text: str) -> str:
    """Returns a month such as 2026-11 in words."""
    return format_skeleton("yMMM", parse_date(f"{text}-01", "en", "yyyy-MM-dd"), locale=page_language())


def matrix(statistics: Statistics) -> list[tuple[str, list[Cell | None]]]:
    """Returns each character with its rates against all in order, `None` against itself."""
    results = {(pair.character, pair.against): pair.share for pair in statistics.pairs}
    characters = [rate.character for rate in statistics.characters]
    return [
        (
            character,
            [
                None if character == rival else _cell(results.get((character, rival)), statistics.fair)
                for rival in characters
            ],
        )
        for character in characters
    ]


def calendar(statistics: Statistics) -> list[tuple[str, list[Cell | None]]]:
    """Returns each character with its rates by month."""
    months = [{rate.character: rate.share for rate in month.characters} for month in statistics.months]
    return [
        (rate.character, [_cell(month.get(rate.character), statistics.fair) for month in months])
        for rate in statistics.characters
    ]


def _cell(share: WinRate | None, fair: float | None) -> Cell:
    if share is None or share.rate is None or fair is None:
        return Cell(None, 0)
    shade = round(LEVELS * (share.rate - fair) / CLEAR)
    return Cell(share, max(-LEVELS, min(LEVELS, shade)))


def ends(cards: Sequence[CardRate], maximum: int) -> list[CardRate]:
    """Returns the cards with the largest and with the smallest differences before turn 1."""
    card_rates = [card for card in cards if card.opening.difference is not None]
    ordered = sorted(card_rates, key=lambda card: -(card.opening.difference or 0.0))
    return ordered if len(ordered) <= 2 * maximum else ordered[:maximum] + ordered[-maximum:]


def span(cards: Sequence[CardRate]) -> float:
    """Returns the width of either side of a scale that holds every interval of *cards*."""
    reach = [abs(end or 0.0) for card in cards for end in (card.opening.low, card.opening.high)]
    return max(reach, default=0.0) or 1.0
