"""Reads and validates card sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from . import hexes
from .book import DECK, Book, Card, CardSet, Character
from .instructions import Grant, text_errors
from .upcasts import upcast_card_set


def read_card_set(data: Any, *, is_stored: bool = False) -> Book:
    """Returns the book of *data*; raises `msgspec.ValidationError` with the path of an error.

    A card set stored with a match may have a board or an ability that new ones may not; the match goes on
    with it.
    """
    card_set = msgspec.convert(upcast_card_set(data) if is_stored else data, CardSet)
    for path, message in _card_errors(card_set):
        raise msgspec.ValidationError(f"{message} - at `$.{path}`")
    for path, message in () if is_stored else _ability_errors(card_set):
        raise msgspec.ValidationError(f"{message} - at `$.{path}`")
    rows = () if is_stored else hexes.arena_errors(card_set.board)
    if lines := [f"{message} - at `$.board.rows{row and f'.{row}'}`" for row, message in rows]:
        raise msgspec.ValidationError("\n".join(lines))
    try:
        arena = hexes.parse_arena(card_set.board)
    except ValueError as error:
        raise msgspec.ValidationError(f"{error} - at `$.board.rows`") from error
    cards = {
        id: Card(id, code, card)
        for code, character in card_set.characters.items()
        for card in character.deck
        for id in card.ids
    }
    return Book(card_set.name, arena, card_set.characters, cards)


def _card_errors(card_set: CardSet) -> Iterator[tuple[str, str]]:
    """Yields the errors that the schema does not catch, each with its path."""
    seen_ids: set[str] = set()
    for code, character in card_set.characters.items():
        path = f"characters.{code}"
        for number, card in enumerate(character.deck):
            for id in card.ids:
                if id in seen_ids:
                    yield f"{path}.deck[{number}].ids", f"card {id} stands twice"
                if not id.startswith(code):
                    yield f"{path}.deck[{number}].ids", f"card {id} is not one of {code}"
                seen_ids.add(id)
            for way, message in text_errors(card.does):
                yield f"{path}.deck[{number}].does{way}", message
        if (count := sum(len(card.ids) for card in character.deck)) != DECK:
            yield f"{path}.deck", f"a deck has {DECK} cards, this one {count}"
        yield from _gear_errors(path, character)
        for name, face in (("start", character.start), ("upgraded", character.upgraded)):
            for number, skill in enumerate(face.skills):
                for way, message in text_errors(skill.does):
                    yield f"{path}.{name}.skills[{number}].does{way}", message
            if face.ability is not None:
                for way, message in text_errors(face.ability.does, has_target=True):
                    yield f"{path}.{name}.ability.does{way}", message
        if character.upgraded.activated is not None:
            for way, message in text_errors(character.upgraded.activated.does):
                yield f"{path}.upgraded.activated.does{way}", message


def _ability_errors(card_set: CardSet) -> Iterator[tuple[str, str]]:
    """Yields abilities that never trigger or only help a rival, each with its path."""
    for code, character in card_set.characters.items():
        path = f"characters.{code}"
        if character.start.ability is not None:
            yield f"{path}.start.ability", "only an upgraded side has an ability (SA-803)"
        ability = character.upgraded.ability
        if ability is None or ability.whenever == "its turn starts":
            continue
        for p, paragraph in enumerate(ability.does):
            for i, instruction in enumerate(paragraph):
                if isinstance(instruction, Grant):
                    message = (
                        f"“{ability.whenever}” may be in a rival's turn, who would get the phase (SA-312)"
                    )
                    yield f"{path}.upgraded.ability.does[{p}][{i}]", message


def _gear_errors(path: str, character: Character) -> Iterator[tuple[str, str]]:
    counts = Counter(counts.gear for counts in character.deck for _ in counts.ids)
    if counts != Counter(character.gears):
        description = ", ".join(f"{gear} {n}" for gear, n in sorted(counts.items()))
        yield f"{path}.gears", f"the gears do not sum up: the deck has {description}"
    if dear := [gear for gear, n in character.cost.items() if n > counts[gear]]:
        yield f"{path}.cost", f"the deck never collects so many gears: {', '.join(sorted(dear))}"
