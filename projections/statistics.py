"""Finished matches for statistics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.lineups import CardsHandled
from domain.model import Answered, Fact, Seat
from domain.table import MatchResult, Rewound
from domain.table.recordings.public_access import is_unrecorded, stays_closed
from domain.table.results import How

from .match_views import MatchView, MatchViews, RulesOf
from .projection import Kind, ReadView, Topics


class CountedSeat(Struct, frozen=True):
    """A seat's characters or Villain, and its cards, by ids.

    `deck` has each card once. `drawn` are the cards drawn in order, the first `opening` of them before turn
    1. `played` are the played cards of its deck, in order.
    """

    characters: tuple[str, ...]
    deck: tuple[str, ...]
    drawn: tuple[str, ...]
    opening: int
    played: tuple[str, ...]


class CountedMatch(Struct, frozen=True):
    """A finished match with its `sides` of seats, and the winning side, `None` for a draw.

    `opened` and `ended` are in milliseconds since 1970. `event` is its event. `chapter` is that of the
    rules, 0 in a game without chapters. `turn` is the last turn or round, and `first` the seat of the first
    answer in turn 1. With `bots`, the service played a seat.
    """

    game: str
    event: str
    chapter: int
    opened: int
    ended: int
    how: How
    turn: int
    bots: bool
    seats: tuple[CountedSeat, ...]
    sides: tuple[tuple[Seat, ...], ...]
    won: int | None
    first: Seat | None


class MatchCount(NamedTuple):
    """An unfinished match with its card movements and its first player, by fact."""

    match_view: MatchView
    handled: tuple[tuple[int, CardsHandled], ...] = ()
    first: tuple[int, Seat] | None = None


class MatchStatistics:
    """Stores a `CountedMatch` as JSON for each finished match, and null if it was resumed.

    Matches that are closed to the public, studies and imported matches do not count.
    """

    name = "statistics"
    version = 2
    of: Kind = "matches"
    topics: Topics | None = None

    def __init__(self, rules_of: RulesOf) -> None:
        self._matches = MatchViews(rules_of)

    def start_view(self, match: str, opened: Fact) -> MatchCount:
        """Returns a new match."""
        return MatchCount(self._matches.start_view(match, opened))

    def apply_fact(self, view: MatchCount, fact: Fact) -> MatchCount:
        """Returns the match after *fact*."""
        opened = view.match_view.loaded.match.settings
        if stays_closed(opened) or opened.position:
            return view
        event, handled, first = fact.event, view.handled, view.first
        if isinstance(event, Rewound):
            handled = tuple(entry for entry in handled if entry[0] <= event.to)
            first = None if first is None or first[0] > event.to else first
        elif (
            movement := GAMES[opened.game].cards_handled(event, view.match_view.loaded.rules.book)
        ) is not None:
            handled = (*handled, (fact.seq, movement))
        elif (
            first is None and isinstance(event, Answered) and event.seat >= 0 and _has_begun(view.match_view)
        ):
            first = fact.seq, event.seat
        return MatchCount(self._matches.apply_fact(view.match_view, fact), handled, first)

    def render_entries(self, match: str, view: MatchCount) -> Mapping[str, bytes]:
        """Returns the entry as JSON after the end."""
        counted, result = view.match_view.loaded.match, view.match_view.result
        if result is None or counted.imported is not None or is_unrecorded(counted):
            ended_once = result is not None or bool(counted.abandoned)
            return {match: msgspec.json.encode(None)} if ended_once else {}
        return {match: msgspec.json.encode(_count_match(view, result))}

    def restore_view(self, match: str, read_view: ReadView) -> MatchCount | None:
        """Returns `None`, since an entry does not hold the whole match."""
        return None


def _has_begun(view: MatchView) -> bool:
    rules, counted = view.loaded
    return rules.turn_number(counted.position.board) > 0


def _count_match(view: MatchCount, result: MatchResult) -> CountedMatch:
    rules, counted = view.match_view.loaded
    board, opened = counted.position.board, counted.settings
    won = [index for index, side in enumerate(result.sides) if side.place == 1]
    return CountedMatch(
        opened.game,
        opened.event,
        getattr(msgspec.convert(opened.options, GAMES[opened.game].Options), "chapter", 0),
        opened.at,
        result.ended,
        result.how,
        rules.turn_number(board),
        bool(counted.bots),
        tuple(_count_seat(view, seat, rules.seat_characters(board, seat)) for seat in range(opened.seats)),
        tuple(side.seats for side in result.sides),
        None if result.how == "drawn" or len(won) > 1 else won[0],
        view.first and view.first[1],
    )


def _count_seat(view: MatchCount, seat: Seat, characters: tuple[str, ...]) -> CountedSeat:
    deck: tuple[str, ...] = ()
    drawn, played_cards, opening = list[str](), list[str](), 0
    for seq, (owner, kind, cards) in view.handled:
        if owner != seat:
            continue
        if kind == "deck":
            deck = deck or tuple(sorted({*cards}))
        elif kind == "played":
            played_cards += (card for card in cards if card in deck)
        else:
            drawn = [*drawn, *cards] if kind == "drawn" else []
            opening = len(drawn) if view.first is None or seq < view.first[0] else opening
    return CountedSeat(characters, deck, tuple(drawn), opening, tuple(played_cards))
