"""Jafar: the script, and the words that no other Villain needs."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import progress, wants
from .script import LORE, headway

SCRIPT = VillainScript(
    number=4,
    lore=LORE,
    headway=headway,
    progress=progress,
    wants=wants,
    steps={
        "cave": "Cave of Wonders unlocked",
        "lamp": "Magic Lamp at the Sultan's Palace",
        "wisher": "Genie hypnotized",
    },
)
