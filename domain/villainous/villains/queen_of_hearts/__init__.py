"""The Queen of Hearts' script and texts."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import useful_cards
from .needs import NEEDS
from .script import HOOKS, count_steps, objective_progress

SCRIPT = VillainScript(
    number=5,
    hooks=HOOKS,
    needs=NEEDS,
    count_steps=count_steps,
    objective_progress=objective_progress,
    useful_cards=useful_cards,
    wins_at_once=True,
    step_texts={
        "wickets": "{done} of {wanted} locations with a Wicket",
    },
    questions={
        "guard-to-turn": "{seat} is choosing the Card Guards or Wickets that {about} turns.",
    },
)
