"""Brings the card sets of earlier releases into today's form, for the matches that are pinned to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

_SIDE = {"move": 2, "attack": 2, "skills": (), "provenance": {}}


def upcast_card_set(data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the *data* of a card set in today's form.

    The first set had the parts of chapter 1 alone. Its characters get blank ability cards, which no match of
    that chapter turns (SA-801).
    """
    characters = {code: _with_ability_card(fields) for code, fields in data["characters"].items()}
    return {**data, "characters": characters}


def _with_ability_card(fields: Mapping[str, Any]) -> dict[str, Any]:
    if "start" in fields:
        return {**fields}
    gears = Counter(card["gear"] for card in fields["deck"] for _ in card["ids"])
    blank = {"film": "", "group": "", "initiative": 1, "hand": 1, "cost": {}, "gears": gears}
    return {**blank, "start": _SIDE, "upgraded": _SIDE, **fields}
