"""Ursula: the script, and the words that no other Villain needs."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import wants
from .script import LOCKS, LORE, headway, progress

SCRIPT = VillainScript(
    number=6,
    lore=LORE,
    headway=headway,
    progress=progress,
    wants=wants,
    locks=LOCKS,
    steps={
        "treasures": "{done} of {wanted} treasures at the Lair",
    },
    questions={
        "reshuffle": "{seat} is asked whether {about} shuffles the discard pile into the deck.",
    },
)
