"""Prince John's script and texts."""

from __future__ import annotations

from ...hooks import VillainScript
from .needs import NEEDS
from .script import HOOKS, count_steps, objective_progress, useful_cards

SCRIPT = VillainScript(
    number=1,
    hooks=HOOKS,
    needs=NEEDS,
    count_steps=count_steps,
    objective_progress=objective_progress,
    useful_cards=useful_cards,
    saves_power=True,
    step_texts={
        "power": "{done} of {wanted} Power",
    },
    questions={
        "warrants": "{seat} is choosing whether {about} tears up the Warrants.",
    },
)
