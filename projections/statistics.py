"""What matches count as in statistics: one entry for each that is over, with nothing hidden any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.lineups import CardsHandled
from domain.model import Answered, Fact, Seat
from domain.table import MatchResult, Rewound
from domain.table.results import How

from .boards import MatchView, MatchViews, RulesOf
from .projection import Kind, Shown, Topics


class CountedSeat(Struct, frozen=True):
    """What a seat played with: its characters or Villain, and its cards, by ids.

    `deck` has each card once. `drawn` are those that came into its hand, in their order, the first `opening`
    of them before turn 1; `played` are those of its deck that it played, in theirs.
    """

    characters: tuple[str, ...]
    deck: tuple[str, ...]
    drawn: tuple[str, ...]
    opening: int
    played: tuple[str, ...]


class CountedMatch(Struct, frozen=True):
    """A match that is over: its `sides` of seats, and the one that won, `None` for a draw.

    `opened` and `ended` are in milliseconds since 1970. `event` is what it belongs to. `chapter` is that of
    the rules, 0 in a game without chapters; `turn` is the turn or round it ended in, `first` the seat that
    answered first in turn 1. With `bots`, the service played a seat.
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


class Counting(NamedTuple):
    """A match that may count, and what its line so far tells of cards and of who began, by fact."""

    seen: MatchView
    handled: tuple[tuple[int, CardsHandled], ...] = ()
    first: tuple[int, Seat] | None = None


class MatchStatistics:
    """Shows a `CountedMatch` as JSON under the id of each match that is over, and null if it goes on again.

    Private matches, forks, studies and what was brought from elsewhere do not count.
    """

    name = "statistics"
    version = 1
    of: Kind = "matches"
    topics: Topics | None = None

    def __init__(self, rules_of: RulesOf) -> None:
        self._matches = MatchViews(rules_of)

    def start(self, match: str, opened: Fact) -> Counting:
        """Returns a match just opened."""
        return Counting(self._matches.start(match, opened))

    def step(self, view: Counting, fact: Fact) -> Counting:
        """Returns the match after *fact*."""
        opened = view.seen.loaded.match.opened
        if opened.private or opened.origin or opened.position:
            return view
        event, handled, first = fact.event, view.handled, view.first
        if isinstance(event, Rewound):
            handled = tuple(one for one in handled if one[0] <= event.to)
            first = None if first is None or first[0] > event.to else first
        elif (told := GAMES[opened.game].cards_handled(event, view.seen.loaded.rules.book)) is not None:
            handled = (*handled, (fact.seq, told))
        elif first is None and isinstance(event, Answered) and event.seat >= 0 and _begun(view.seen):
            first = fact.seq, event.seat
        return Counting(self._matches.step(view.seen, fact), handled, first)

    def show(self, match: str, view: Counting) -> Mapping[str, bytes]:
        """Returns the entry as JSON, once the match has ended."""
        played, result = view.seen.loaded.match, view.seen.result
        if result is None or played.imported is not None:
            ended_once = result is not None or bool(played.abandoned)
            return {match: msgspec.json.encode(None)} if ended_once else {}
        return {match: msgspec.json.encode(_counted(view, result))}

    def recall(self, match: str, shown: Shown) -> Counting | None:
        """Returns `None`: what is shown does not tell how the match could go on."""
        return None


def _begun(seen: MatchView) -> bool:
    rules, played = seen.loaded
    return rules.turn_number(played.position.board) > 0


def _counted(view: Counting, result: MatchResult) -> CountedMatch:
    rules, played = view.seen.loaded
    board, opened = played.position.board, played.opened
    won = [place for place, side in enumerate(result.sides) if side.place == 1]
    return CountedMatch(
        opened.game,
        opened.event,
        getattr(msgspec.convert(opened.options, GAMES[opened.game].Options), "chapter", 0),
        opened.at,
        result.ended,
        result.how,
        rules.turn_number(board),
        bool(played.bots),
        tuple(_seat(view, seat, rules.seat_characters(board, seat)) for seat in range(opened.seats)),
        tuple(side.seats for side in result.sides),
        None if result.how == "drawn" or len(won) > 1 else won[0],
        view.first and view.first[1],
    )


def _seat(view: Counting, seat: Seat, characters: tuple[str, ...]) -> CountedSeat:
    deck: tuple[str, ...] = ()
    drawn, played, opening = list[str](), list[str](), 0
    for seq, (whose, what, cards) in view.handled:
        if whose != seat:
            continue
        if what == "deck":
            deck = deck or tuple(sorted({*cards}))
        elif what == "played":
            played += (card for card in cards if card in deck)
        else:
            drawn = [*drawn, *cards] if what == "drawn" else []
            opening = len(drawn) if view.first is None or seq < view.first[0] else opening
    return CountedSeat(characters, deck, tuple(drawn), opening, tuple(played))
