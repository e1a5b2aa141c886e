"""Positions with unknown cards, as the players at a real table know them.

    A deck=SAM01,?11 hand=SAM02,?4 discards=…

In a list of cards `?` stands for one card that nobody has seen, and `?11` for eleven. A *filling* puts unseen
cards of the same pile in their places, so that the rules can read the position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..decider import Unplayable
from ..messages import Message
from ..model import Refusal
from ..notation import Unreadable
from ..position import UNKNOWN, format_words, game_of

if TYPE_CHECKING:
    from ..games import Game

PileCards: TypeAlias = Callable[[Sequence[str], str, str], tuple[str, ...]]
"""All cards of a list, by the names of all parts of a position, the part and the word; see `Rules`."""

MAX_FILLINGS = 400
"""The most fillings of one position; each puts another unseen card into sight of a question."""

_COUNT = re.compile(r"\?([1-9][0-9]?)?")
_CARD = re.compile(r"[^@+*~&]+")


class Pile(NamedTuple):
    """List of cards with unknown ones: its part, its word, its items, and all cards that it can hold."""

    part: int
    word: int
    key: str
    items: tuple[str, ...]
    cards: tuple[str, ...]

    def write(self, items: Sequence[str]) -> str:
        """Returns the word of the pile with *items*."""
        [(key, value)] = format_words(
            **{self.key: tuple(item.replace(UNKNOWN, "") for item in items)}
        ).items()
        return f"{key}={value}"


class PartialPosition(NamedTuple):
    """A position in notation, with its piles of unknown cards and the unseen cards of each pile."""

    parts: tuple[tuple[str, ...], ...]
    piles: tuple[Pile, ...]
    unseen: tuple[tuple[str, ...], ...]

    @property
    def is_complete(self) -> bool:
        """Whether every card is known."""
        return not self.piles

    @property
    def text(self) -> str:
        """The position in notation, with unknown cards in a row counted."""
        return _join_words(
            self.parts, {(pile.part, pile.word): pile.write(pile.items) for pile in self.piles}
        )

    @property
    def unseen_by_part(self) -> dict[str, list[str]]:
        """The cards without a place, by the name of their part."""
        cards: dict[str, dict[str, None]] = {}
        for index, unseen in enumerate(self.unseen):
            cards.setdefault(self.name_of(index)[0], {}).update(dict.fromkeys(unseen))
        return {part: list(unseen) for part, unseen in cards.items()}

    def name_of(self, index: int) -> tuple[str, str]:
        """Returns the part and the word of a pile."""
        pile = self.piles[index]
        return self.parts[pile.part][0], pile.key

    def drop_unknowns(self, index: int, count: int) -> PartialPosition:
        """Returns the position with up to *count* unknown cards fewer in a pile."""
        pile = self.piles[index]
        items = list(pile.items)
        for _ in range(min(count, items.count(UNKNOWN))):
            items.remove(UNKNOWN)
        piles = (*self.piles[:index], pile._replace(items=tuple(items)), *self.piles[index + 1 :])
        return self._replace(piles=piles)

    def count_surplus(self, cards: tuple[str, ...]) -> int:
        """Returns how many unknown cards there are beyond the unseen *cards* of their pile."""
        own = (pile for pile, unseen in zip(self.piles, self.unseen, strict=True) if unseen == cards)
        return sum(pile.items.count(UNKNOWN) for pile in own) - len(cards)


class Filling(NamedTuple):
    """A complete position, with the cards that stand for unknown ones."""

    text: str
    cards: frozenset[str]


class FilledBoard(NamedTuple):
    """The board of a position, with its first filling in place of the unknown cards."""

    partial: PartialPosition
    filling: Filling
    board: Any


def read_partial(text: str, game: Game, book: Any) -> PartialPosition:
    """Returns the position in *text*.

    Raises `Unreadable` for unknown cards in a list without cards, and `Unplayable` for more unknown cards
    than there are unseen ones. The rules read the rest with a filling.
    """
    partial = find_unknowns(text, game, book)
    check_surplus(partial)
    return partial


def check_surplus(partial: PartialPosition) -> None:
    """Raises `Unplayable` for more unknown cards than there are unseen ones."""
    for index, cards in enumerate(partial.unseen):
        if partial.count_surplus(cards) > 0:
            sentence = Message(
                "{part} has {surplus} unknown cards more than cards without a place: these are {left}.",
                part=partial.name_of(index)[0],
                surplus=partial.count_surplus(cards),
                left=len(cards),
            )
            raise Unplayable(Refusal("", sentence))


def find_unknowns(text: str, game: Game, book: Any) -> PartialPosition:
    """Returns the position in *text* with any number of unknown cards; raises `Unreadable`."""
    if game_of(text) != game.NAME:
        raise Unreadable(
            Message(
                "A position of this game begins with “{game}”, not with “{name}”.",
                game=game.NAME,
                name=game_of(text),
            )
        )
    return find_piles(text, lambda parts, part, word: game.pile_cards(parts, part, word, book))


def find_piles(text: str, pile_cards: PileCards) -> PartialPosition:
    """Returns the position in *text* with any number of unknown cards, by the cards of its lists."""
    parts = tuple(tuple(part.split()) for part in text.split("/"))
    names = [part[0] if part else "" for part in parts]
    piles = tuple(_find_piles(parts, names, pile_cards))
    placed = [_placed_cards(part) for part in parts]
    table_cards = placed[1] if len(placed) > 1 else frozenset[str]()
    unseen = tuple(
        tuple(card for card in pile.cards if card not in placed[pile.part] | table_cards) for pile in piles
    )
    return PartialPosition(parts, piles, unseen)


def _find_piles(
    parts: Sequence[Sequence[str]], names: Sequence[str], pile_cards: PileCards
) -> Iterator[Pile]:
    for number, part in enumerate(parts):
        for index, word in enumerate(part):
            key, _, value = word.partition("=")
            if not index or UNKNOWN not in value:
                continue
            cards = pile_cards(names, names[number], key)
            if not cards:
                sentence = Message(
                    "“{word}” of {part} holds no cards that could be unknown.", word=key, part=names[number]
                )
                raise Unreadable(sentence)
            yield Pile(number, index, key, tuple(_read_items(word, value)), cards)


def _read_items(word: str, value: str) -> Iterator[str]:
    """Yields the cards of a list, one `?` for each unknown one."""
    for item in value.split(","):
        match = _COUNT.fullmatch(item)
        if match is None and UNKNOWN in item:
            raise Unreadable(
                Message("“{word}”: unknown cards are ?, or ?2 to ?99, not “{item}”.", word=word, item=item)
            )
        yield from [item] if match is None else [UNKNOWN] * int(match[1] or 1)


def _placed_cards(part: Sequence[str]) -> frozenset[str]:
    """Returns the known cards of a *part*, among other words of its lists."""
    items = (item for word in part[1:] for item in word.partition("=")[2].split(","))
    return frozenset(match[0] for item in items if (match := _CARD.match(item)))


def _join_words(parts: Sequence[Sequence[str]], words: Mapping[tuple[int, int], str]) -> str:
    """Returns *parts* as text, with other *words* at some places."""
    texts = ((words.get((i, j), word) for j, word in enumerate(part)) for i, part in enumerate(parts))
    return " / ".join(" ".join(filter(None, part)) for part in texts)


def blank_cards(board: Any, cards: frozenset[str]) -> Any:
    """Returns a *board* of plain data with blank ids in place of *cards* in its lists."""
    if isinstance(board, dict):
        return {key: blank_cards(value, cards) for key, value in board.items()}
    if isinstance(board, list | tuple):
        return ["" if isinstance(item, str) and item in cards else blank_cards(item, cards) for item in board]
    return board


# -- fillings ----------------------------------------------------------------------------------------


def fill_position(partial: PartialPosition, first: tuple[int, str] | None = None) -> Filling:
    """Returns *partial* with unseen cards for the unknown ones, in the order of the card set.

    *first* is the number of a pile and the card that takes its first unknown place.
    """
    index, wanted = first if first is not None else (-1, "")
    remaining = {cards: [card for card in cards if card != wanted] for cards in partial.unseen}
    words: dict[tuple[int, int], str] = {}
    used: set[str] = set()
    for number, (pile, cards) in enumerate(zip(partial.piles, partial.unseen, strict=True)):
        items, places = list(pile.items), [i for i, item in enumerate(pile.items) if item == UNKNOWN]
        for place in places:
            is_first = number == index and place == places[0]
            items[place] = wanted if is_first else remaining[cards].pop(0)
            used.add(items[place])
        words[pile.part, pile.word] = pile.write(items)
    return Filling(_join_words(partial.parts, words), frozenset(used))


def read_filled(text: str, game: Game, book: Any) -> FilledBoard:
    """Returns the board of the position in *text*; raises `Unreadable` and `Unplayable`."""
    partial = read_partial(text, game, book)
    filling = fill_position(partial)
    return FilledBoard(partial, filling, game.read_position(filling.text, book))


def list_fillings(partial: PartialPosition) -> Iterator[Filling]:
    """Yields fillings that put each unseen card once into each pile of unknown cards.

    There are up to `MAX_FILLINGS`, and always one.
    """
    count = 1
    yield fill_position(partial)
    for index, cards in enumerate(partial.unseen):
        for card in cards:
            if count == MAX_FILLINGS:
                return
            yield fill_position(partial, (index, card))
            count += 1
