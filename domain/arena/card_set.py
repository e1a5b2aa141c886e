"""How a card set is read, and what is refused in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from . import hexes
from .book import DECK, Book, Card, CardSet, Character
from .instructions import Grant, text_errors


def read_card_set(data: Any, *, kept: bool = False) -> Book:
    """Returns the book that *data* tells of; `msgspec.ValidationError` names the path of a mistake.

    What was *kept* with a match may have a board or an ability that would be refused today: it is played on
    as it was.
    """
    told = msgspec.convert(data, CardSet)
    for where, mistake in _card_errors(told):
        raise msgspec.ValidationError(f"{mistake} - at `$.{where}`")
    for where, mistake in () if kept else _ability_errors(told):
        raise msgspec.ValidationError(f"{mistake} - at `$.{where}`")
    rows = () if kept else hexes.arena_errors(told.board)
    if lines := [f"{mistake} - at `$.board.rows{row and f'.{row}'}`" for row, mistake in rows]:
        raise msgspec.ValidationError("\n".join(lines))
    try:
        arena = hexes.parse_arena(told.board)
    except ValueError as error:
        raise msgspec.ValidationError(f"{error} - at `$.board.rows`") from error
    cards = {
        id: Card(id, code, printed)
        for code, character in told.characters.items()
        for printed in character.deck
        for id in printed.ids
    }
    return Book(told.name, arena, told.characters, cards)


def _card_errors(told: CardSet) -> Iterator[tuple[str, str]]:
    """Yields what the shape alone does not forbid, each with its path."""
    seen: set[str] = set()
    for code, character in told.characters.items():
        here = f"characters.{code}"
        for number, printed in enumerate(character.deck):
            for id in printed.ids:
                if id in seen:
                    yield f"{here}.deck[{number}].ids", f"card {id} stands twice"
                if not id.startswith(code):
                    yield f"{here}.deck[{number}].ids", f"card {id} is not one of {code}"
                seen.add(id)
            for way, mistake in text_errors(printed.does):
                yield f"{here}.deck[{number}].does{way}", mistake
        if (count := sum(len(printed.ids) for printed in character.deck)) != DECK:
            yield f"{here}.deck", f"a deck has {DECK} cards, this one {count}"
        yield from _gear_errors(here, character)
        for name, face in (("start", character.start), ("upgraded", character.upgraded)):
            for number, skill in enumerate(face.skills):
                for way, mistake in text_errors(skill.does):
                    yield f"{here}.{name}.skills[{number}].does{way}", mistake
            if face.ability is not None:
                for way, mistake in text_errors(face.ability.does, chosen=True):
                    yield f"{here}.{name}.ability.does{way}", mistake
        if character.upgraded.activated is not None:
            for way, mistake in text_errors(character.upgraded.activated.does):
                yield f"{here}.upgraded.activated.does{way}", mistake


def _ability_errors(told: CardSet) -> Iterator[tuple[str, str]]:
    """Yields abilities that never happen, and what in one would be a rival's gain, each with its path."""
    for code, character in told.characters.items():
        here = f"characters.{code}"
        if character.start.ability is not None:
            yield f"{here}.start.ability", "only an upgraded side has an ability (SA-803)"
        ability = character.upgraded.ability
        if ability is None or ability.whenever == "its turn starts":
            continue
        for p, paragraph in enumerate(ability.does):
            for i, said in enumerate(paragraph):
                if isinstance(said, Grant):
                    mistake = (
                        f"“{ability.whenever}” may be in a rival's turn, who would get the phase (SA-312)"
                    )
                    yield f"{here}.upgraded.ability.does[{p}][{i}]", mistake


def _gear_errors(here: str, character: Character) -> Iterator[tuple[str, str]]:
    printed = Counter(printed.gear for printed in character.deck for _ in printed.ids)
    if printed != Counter(character.gears):
        counted = ", ".join(f"{gear} {n}" for gear, n in sorted(printed.items()))
        yield f"{here}.gears", f"the gears do not sum up: the deck has {counted}"
    if dear := [gear for gear, n in character.cost.items() if n > printed[gear]]:
        yield f"{here}.cost", f"the deck never collects so many gears: {', '.join(sorted(dear))}"
