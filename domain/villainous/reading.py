"""Reads the book and validates its cards and scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .board import Rulings
from .book import ID, Book, CardSet, PrintedCard
from .facts import Place
from .hooks import NO_HOOKS, CardHooks, VillainScript
from .text.prompts import QUESTIONS, UNREADABLE


def build_book(data: Any, scripts: Mapping[str, VillainScript]) -> Book:
    """Returns the book of *data*; raises `msgspec.ValidationError` with the path of an error."""
    card_set = msgspec.convert(data, CardSet)
    for path, error in _find_errors(card_set, scripts):
        raise msgspec.ValidationError(f"{error} - at `{path}`")
    return Book(card_set, scripts)


def _find_errors(card_set: CardSet, scripts: Mapping[str, VillainScript]) -> Iterator[tuple[str, str]]:
    cards = Counter(card.id for villain in card_set.villains for card in (*villain.villain, *villain.fate))
    for v, villain in enumerate(card_set.villains):
        places = [location.id for location in villain.locations]
        if len(places) != 4 or len(set(places)) != 4:
            yield f"$.villains[{v}].locations", "A board has 4 locations, each with its own id (VI-003)"
        for id in (villain.id, *places):
            if not ID.fullmatch(id):
                yield f"$.villains[{v}]", f"“{id}” is no id: small letters, digits and hyphens make one"
        if villain.id not in scripts:
            yield f"$.villains[{v}].id", f"There is no folder with the script of “{villain.id}”"
            continue
        for error in _find_missing_sentences(scripts[villain.id]):
            yield f"$.villains[{v}].id", error
        for pile, deck in (("villain", villain.villain), ("fate", villain.fate)):
            for c, card in enumerate(deck):
                for field, error in _find_card_errors(card, cards, places, scripts[villain.id].hooks):
                    yield f"$.villains[{v}].{pile}[{c}].{field}", error


def _find_missing_sentences(script: VillainScript) -> Iterator[str]:
    """Yields the prompts of a script that have no sentence (see `QUESTIONS`)."""
    if UNREADABLE in script.prompts:
        yield "Its script asks something that is not written where it is asked"
    for prompt in sorted(script.prompts - {UNREADABLE} - QUESTIONS.keys() - script.questions.keys()):
        yield f"Its script asks “{prompt}”, and no sentence tells what that asks"
    for prompt in sorted(script.questions.keys() & QUESTIONS.keys()):
        yield f"“{prompt}” has its sentence already, and the same one for all Villains"


def _find_card_errors(
    card: PrintedCard, cards: Counter[str], places: list[Place], hooks: Mapping[str, CardHooks]
) -> Iterator[tuple[str, str]]:
    if not ID.fullmatch(card.id):
        yield "id", f"“{card.id}” is no id: small letters, digits and hyphens make one"
    if cards[card.id] > 1:
        yield "id", f"Two cards are called “{card.id}”"
    for field in ("enters", "only_at", "shuns", "contract"):
        if (location := getattr(card, field)) and location not in places:
            yield field, f"There is no “{location}”, only {', '.join(places)}"
    if card.ruling and card.ruling not in Rulings.__struct_fields__:
        yield "ruling", f"There is no ruling “{card.ruling}”, only {', '.join(Rulings.__struct_fields__)}"
    if (card.kind == "condition") != (card.requires is not None):
        yield "requires", "Every Condition requires something, and no other card does (VI-088)"
    card_hooks = hooks.get(card.id, NO_HOOKS)
    if card.kind in ("effect", "condition") and card_hooks.on_played is None:
        yield "kind", f"No script tells what “{card.id}” does"
    if (card.activation is None) != (card_hooks.on_activated is None):
        yield "activation", f"An activated ability has a Cost and a script; “{card.id}” has one of them"
