"""Jafar's script and texts."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import objective_progress, useful_cards
from .needs import NEEDS
from .script import HOOKS, count_steps

SCRIPT = VillainScript(
    number=4,
    hooks=HOOKS,
    needs=NEEDS,
    count_steps=count_steps,
    objective_progress=objective_progress,
    useful_cards=useful_cards,
    step_texts={
        "cave": "Cave of Wonders unlocked",
        "lamp": "Magic Lamp at the Sultan's Palace",
        "wisher": "Genie hypnotized",
    },
)
