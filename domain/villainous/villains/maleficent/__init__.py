"""Maleficent: the script, and the words that no other Villain needs."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import wants
from .script import LORE, headway, progress

SCRIPT = VillainScript(
    number=3,
    lore=LORE,
    headway=headway,
    progress=progress,
    wants=wants,
    steps={
        "curses": "{done} of {wanted} locations with a Curse",
    },
    questions={
        "curse": "{seat} is asked which Curse {about} lifts.",
        "all-allies": "{seat} is asked whether {about} drives away all Allies.",
    },
)
