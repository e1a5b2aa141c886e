"""The cards in hidden places that all deals have in common, because each other card lies elsewhere.

A deal is a matching of the stays of cards with the places that they have: any card can have any place that no
fact and no name forbids. Two deals differ by cycles, in which each card has the place of the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..entries import Ref
from ..tracks import END
from .stays import Stay


def list_forced(stays: Iterable[Stay]) -> Iterator[Ref]:
    """Yields the hidden words of facts that stand for cards of the same print in every deal.

    It considers more deals than there are, because it knows no rule of a game.
    """
    decks: dict[tuple[str, int], list[Stay]] = {}
    for stay in stays:
        decks.setdefault((stay.deck, stay.window), []).append(stay)
    for deck in decks.values():
        if any(stay.ref is not None and stay.hand is not None for stay in deck):
            yield from _list_forced_in(deck)


def _list_forced_in(deck: Sequence[Stay]) -> Iterator[Ref]:
    since: dict[str, int] = {}
    for stay in deck:
        since[stay.name] = min(stay.since, since.get(stay.name, END))
    ways = [
        sum(1 << number for number, card in enumerate(deck) if _can_have(place, card, since[card.name]))
        for place in deck
    ]
    reach = _close(ways)
    for number, place in enumerate(deck):
        if place.ref is not None and place.hand is not None:
            rivals = (rival for rival, stay in enumerate(deck) if stay.name != place.name)
            if not any(ways[number] >> rival & 1 and reach[rival] >> number & 1 for rival in rivals):
                yield place.ref


def _can_have(place: Stay, card: Stay, since: int) -> bool:
    """Returns whether *card*, out of sight *since* a fact, can have the place of the stay *place*.

    Copies of one print may exchange their names, so the first of them counts.
    """
    if place.hand is None:
        return card.until == place.until and (card.until == END or None in card.left)
    is_there = since <= place.arrived < card.until and (card.until == END or place.hand in card.left)
    return is_there and place.pin in ("", card.name)


def _close(ways: Sequence[int]) -> list[int]:
    """Returns the places that each place reaches by *ways*, both as bits of a number."""
    reach = list(ways)
    for middle in range(len(reach)):
        for number, places in enumerate(reach):
            if places >> middle & 1:
                reach[number] = places | reach[middle]
    return reach
