"""Ursula's script and texts."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import objective_progress, useful_cards
from .needs import NEEDS
from .script import HOOKS, LOCKS, count_steps

SCRIPT = VillainScript(
    number=6,
    hooks=HOOKS,
    needs=NEEDS,
    count_steps=count_steps,
    objective_progress=objective_progress,
    useful_cards=useful_cards,
    locks=LOCKS,
    step_texts={
        "treasures": "{done} of {wanted} treasures at the Lair",
    },
    questions={
        "reshuffle": "{seat} is choosing whether {about} shuffles the discard pile into the deck.",
    },
)
