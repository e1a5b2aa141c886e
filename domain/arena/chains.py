"""Abilities that can set each other off: a card set is warned of them, though chains end (SA-414)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from . import instructions
from .book import Ability, Book
from .facts import Who

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
"""Who “it” is when an ability begins, by its occasion."""


def chain_warnings(book: Book) -> Iterator[str]:
    """Yields a sentence for each circle of abilities that can set each other off, or themselves."""
    able = {
        code: character.upgraded.ability
        for code, character in book.characters.items()
        if character.upgraded.ability is not None
    }
    follows = {
        code: {other for other, then in able.items() if _sets_off(ability, then, same=code == other)}
        for code, ability in able.items()
    }
    reached = {code: _reachable(follows, code) for code in able}
    told: set[Who] = set()
    for code in able:
        circle = [other for other in able if other in reached[code] and code in reached[other]]
        if circle and code not in told:
            told.update(circle)
            named = ", ".join(f"{other} ({able[other].name})" for other in circle)
            yield f"abilities that can set each other off, up to the end of SA-414: {named}"


def _sets_off(ability: Ability, then: Ability, *, same: bool) -> bool:
    """Tells whether following *ability* can be the occasion of *then*, perhaps of the *same* character."""
    harmed = _possible_victims(ability)
    match then.whenever:
        case "a rival damages it":
            return RIVAL in harmed
        case "it knocks out a rival":
            return same and RIVAL in harmed
        case "an ally is knocked out":
            return bool(harmed)
        case "its turn starts":  # SA-315: who falls as the own turn starts passes it on
            return ability.whenever == "its turn starts" and SELF in harmed


def _possible_victims(ability: Ability) -> frozenset[str]:
    """Returns whom *ability* can deal damage to, from where its character stands."""
    it, harmed = _CAUSES[ability.whenever], frozenset[str]()
    for told in (
        told for paragraph in ability.does for told in paragraph if isinstance(told, instructions.Aimed)
    ):
        target = instructions.parse_target(told.to)
        by_how = {"self": frozenset({SELF}), "it": it}
        meant = by_how.get(target.how, _SIDES[target.side])
        if target.how in ("choose", "each"):
            it = meant
        if isinstance(told, instructions.Deal):
            harmed |= meant
    return harmed


def _reachable(follows: Mapping[Who, set[Who]], start: Who) -> set[Who]:
    found, edge = set[Who](), {start}
    while edge := {then for code in edge for then in follows[code]} - found:
        found |= edge
    return found
