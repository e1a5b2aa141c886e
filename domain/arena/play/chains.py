"""Finds abilities that can trigger each other, although chains end (SA-414)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import instructions
from ..book import Ability, Book
from ..facts import FigureId

SELF, ALLY, RIVAL = "self", "ally", "rival"

_SIDES: Mapping[instructions.Side, frozenset[str]] = {
    "rival": frozenset({RIVAL}),
    "ally": frozenset({ALLY}),
    "friend": frozenset({SELF, ALLY}),
    "character": frozenset({ALLY, RIVAL}),
}
_CAUSES: Mapping[str, frozenset[str]] = {
    "it knocks out a rival": frozenset({RIVAL}),
    "a rival damages it": frozenset({RIVAL}),
    "an ally is knocked out": frozenset({ALLY}),
    "its turn starts": frozenset(),
}
"""The side of “it” at the start of an ability, by its occasion."""


def chain_warnings(book: Book) -> Iterator[str]:
    """Yields a sentence for each circle of abilities that can set each other off, or themselves."""
    able = {
        code: character.upgraded.ability
        for code, character in book.characters.items()
        if character.upgraded.ability is not None
    }
    follows = {
        code: {
            other_code
            for other_code, other_ability in able.items()
            if _sets_off(ability, other_ability, same=code == other_code)
        }
        for code, ability in able.items()
    }
    reachable = {code: _reachable_from(follows, code) for code in able}
    warned: set[FigureId] = set()
    for code in able:
        circle = [
            other_code
            for other_code in able
            if other_code in reachable[code] and code in reachable[other_code]
        ]
        if circle and code not in warned:
            warned.update(circle)
            names = ", ".join(f"{other_code} ({able[other_code].name})" for other_code in circle)
            yield f"abilities that can set each other off, up to the end of SA-414: {names}"


def _sets_off(ability: Ability, next_ability: Ability, *, same: bool) -> bool:
    """Returns whether *ability* can trigger *next_ability*, perhaps of the *same* character."""
    harmed = _possible_victims(ability)
    match next_ability.whenever:
        case "a rival damages it":
            return RIVAL in harmed
        case "it knocks out a rival":
            return same and RIVAL in harmed
        case "an ally is knocked out":
            return bool(harmed)
        case "its turn starts":  # SA-315: who falls as the own turn starts passes it on
            return ability.whenever == "its turn starts" and SELF in harmed


def _possible_victims(ability: Ability) -> frozenset[str]:
    """Returns the sides that *ability* can damage, as seen from its character."""
    previous, harmed = _CAUSES[ability.whenever], frozenset[str]()
    for instruction in (
        instruction
        for paragraph in ability.does
        for instruction in paragraph
        if isinstance(instruction, instructions.Aimed)
    ):
        target = instructions.parse_target(instruction.to)
        by_how = {"self": frozenset({SELF}), "it": previous}
        meant = by_how.get(target.mode, _SIDES[target.side])
        if target.mode in ("choose", "each"):
            previous = meant
        if isinstance(instruction, instructions.Deal):
            harmed |= meant
    return harmed


def _reachable_from(follows: Mapping[FigureId, set[FigureId]], start: FigureId) -> set[FigureId]:
    reachable, edge = set[FigureId](), {start}
    while edge := {follower for code in edge for follower in follows[code]} - reachable:
        reachable |= edge
    return reachable
