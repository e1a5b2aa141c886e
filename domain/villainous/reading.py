"""How the book is read, and what is refused in it: in what is printed, and in what the scripts ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .board import Rulings
from .book import ID, Book, CardSet, Printed
from .facts import Place
from .hooks import NO_LORE, Lore, VillainScript
from .prompts import UNREADABLE
from .questions import QUESTIONS


def read(data: Any, scripts: Mapping[str, VillainScript]) -> Book:
    """Returns the book that *data* tells of; raises `msgspec.ValidationError` with a mistake's path."""
    told = msgspec.convert(data, CardSet)
    for path, mistake in _mistakes(told, scripts):
        raise msgspec.ValidationError(f"{mistake} - at `{path}`")
    return Book(told, scripts)


def _mistakes(told: CardSet, scripts: Mapping[str, VillainScript]) -> Iterator[tuple[str, str]]:
    cards = Counter(card.id for villain in told.villains for card in (*villain.villain, *villain.fate))
    for v, villain in enumerate(told.villains):
        places = [place.id for place in villain.locations]
        if len(places) != 4 or len(set(places)) != 4:
            yield f"$.villains[{v}].locations", "A board has 4 locations, each with its own id (VI-003)"
        for what in (villain.id, *places):
            if not ID.fullmatch(what):
                yield f"$.villains[{v}]", f"“{what}” is no id: small letters, digits and hyphens make one"
        if villain.id not in scripts:
            yield f"$.villains[{v}].id", f"There is no folder with the script of “{villain.id}”"
            continue
        for mistake in _unsaid(scripts[villain.id]):
            yield f"$.villains[{v}].id", mistake
        for pile, deck in (("villain", villain.villain), ("fate", villain.fate)):
            for c, card in enumerate(deck):
                for field, mistake in _slips(card, cards, places, scripts[villain.id].lore):
                    yield f"$.villains[{v}].{pile}[{c}].{field}", mistake


def _unsaid(script: VillainScript) -> Iterator[str]:
    """Tells of the prompts that a script asks, and that no sentence tells (see `QUESTIONS`)."""
    if UNREADABLE in script.prompts:
        yield "Its script asks something that is not written where it is asked"
    for prompt in sorted(script.prompts - {UNREADABLE} - QUESTIONS.keys() - script.questions.keys()):
        yield f"Its script asks “{prompt}”, and no sentence tells what that asks"
    for prompt in sorted(script.questions.keys() & QUESTIONS.keys()):
        yield f"“{prompt}” has its sentence already, and the same one for all Villains"


def _slips(
    card: Printed, cards: Counter[str], places: list[Place], lores: Mapping[str, Lore]
) -> Iterator[tuple[str, str]]:
    if not ID.fullmatch(card.id):
        yield "id", f"“{card.id}” is no id: small letters, digits and hyphens make one"
    if cards[card.id] > 1:
        yield "id", f"Two cards are called “{card.id}”"
    for field in ("enters", "only_at", "shuns", "contract"):
        if (place := getattr(card, field)) and place not in places:
            yield field, f"There is no “{place}”, only {', '.join(places)}"
    if card.ruling and card.ruling not in Rulings.__struct_fields__:
        yield "ruling", f"There is no ruling “{card.ruling}”, only {', '.join(Rulings.__struct_fields__)}"
    if (card.kind == "condition") != (card.requires is not None):
        yield "requires", "Every Condition requires something, and no other card does (VI-088)"
    lore = lores.get(card.id, NO_LORE)
    if card.kind in ("effect", "condition") and lore.played is None:
        yield "kind", f"No script tells what “{card.id}” does"
    if (card.activation is None) != (lore.activated is None):
        yield "activation", f"An activated ability has a Cost and a script; “{card.id}” has one of them"
