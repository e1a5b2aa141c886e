"""Maleficent's script and texts."""

from __future__ import annotations

from ...hooks import VillainScript
from .needs import NEEDS
from .script import HOOKS, count_steps, objective_progress, useful_cards

SCRIPT = VillainScript(
    number=3,
    hooks=HOOKS,
    needs=NEEDS,
    count_steps=count_steps,
    objective_progress=objective_progress,
    useful_cards=useful_cards,
    step_texts={
        "curses": "{done} of {wanted} locations with a Curse",
    },
    questions={
        "curse": "{seat} is choosing the Curse that {about} lifts.",
        "all-allies": "{seat} is choosing whether {about} drives away all Allies.",
    },
)
