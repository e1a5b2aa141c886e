"""Win rates with intervals, and comparisons of cards."""

from __future__ import annotations

from msgspec import Struct

from replays.research.standings import Share


class WinRate(Struct, frozen=True):
    """The share of decided matches that were won, with its interval.

    `low` and `high` are Wilson's interval of 95 %; all three are null without a match.
    """

    won: int
    of: int
    rate: float | None
    low: float | None
    high: float | None


def win_rate(share: Share) -> WinRate:
    """Returns *share* with its interval, rounded to a thousandth of a percent."""
    if not share.of:
        return WinRate(0, 0, None, None, None)
    low, high = share.interval
    return WinRate(share.won, share.of, *(round(part, 5) for part in (share.rate, low, high)))


class CharacterRate(Struct, frozen=True):
    """The matches that a character or Villain won, by id."""

    character: str
    share: WinRate


class PairRate(Struct, frozen=True):
    """The matches that a character or Villain won in which `against` was on another side."""

    character: str
    against: str
    share: WinRate


class SeatRate(Struct, frozen=True):
    """The matches that a seat won, of those with so many `seats`, and the `fair` share of each of them."""

    seats: int
    seat: int
    fair: float
    share: WinRate


class ChapterRate(Struct, frozen=True):
    """The matches of a chapter of the rules, 0 for none, and the wins of the side that began."""

    chapter: int
    matches: int
    first: WinRate


class LengthRate(Struct, frozen=True):
    """Matches that ended in these turns or rounds, both included, and the wins of the side that began."""

    least: int
    most: int
    matches: int
    first: WinRate


class MonthRate(Struct, frozen=True):
    """The matches that ended in a month of UTC (`2026-11`), and those that each character won."""

    month: str
    matches: int
    characters: tuple[CharacterRate, ...]


class Comparison(Struct, frozen=True):
    """Seats that did something with a card beside equally exposed seats that did not.

    `yes` and `no` are the wins of each group. `difference` is the rate of the former less that of the
    latter, within equal exposure and then averaged (Mantel and Haenszel), `low` and `high` its interval of
    95 % (Sato). They are null if fewer than ten seats of either kind can be compared, or if all ended
    alike.
    """

    yes: WinRate
    no: WinRate
    difference: float | None
    low: float | None
    high: float | None


class CardRate(Struct, frozen=True):
    """A card, by id, of the decks that held it.

    `opening` compares hands before turn 1 with and without it; exposure is the number of cards in that
    hand. `drawn` compares seats that ever held it with the others; exposure is the number of drawn cards.
    `played` compares seats that played it with seats that drew it and did not; exposure is the number of
    played cards.
    """

    card: str
    opening: Comparison
    drawn: Comparison
    played: Comparison


class Statistics(Struct, frozen=True):
    """Totals of the finished matches of a game; shares are of the decided ones.

    `fair` is the share of each side if all were equal, null without a match. A match counts for each of its
    characters. `first` are the wins of the side that began; `turns` is the median length.
    """

    game: str
    matches: int
    drawn: int
    fair: float | None
    turns: float | None
    first: WinRate
    characters: tuple[CharacterRate, ...]
    pairs: tuple[PairRate, ...]
    seats: tuple[SeatRate, ...]
    chapters: tuple[ChapterRate, ...]
    lengths: tuple[LengthRate, ...]
    months: tuple[MonthRate, ...]
    cards: tuple[CardRate, ...]
