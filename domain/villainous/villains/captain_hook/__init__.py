"""Captain Hook's script and texts."""

from __future__ import annotations

from ...hooks import VillainScript
from ...play import needs
from .script import HOOKS, count_steps, objective_progress, useful_cards

SCRIPT = VillainScript(
    number=2,
    hooks=HOOKS,
    needs={
        "aye-aye": needs.AN_ALLY,
        "cunning": needs.AN_ALLY_IN_HAND,
        "splitting-headache": needs.AN_ITEM,
    },
    count_steps=count_steps,
    objective_progress=objective_progress,
    useful_cards=useful_cards,
    wins_at_once=True,
    step_texts={
        "tree": "Hangman's Tree unlocked",
        "boy": "Peter Pan found",
        "ship": "Peter Pan at the Jolly Roger",
    },
    questions={
        "obsession": "{seat} is choosing what happens to {about}.",
        "ally-to-discard": "{seat} is choosing the Ally that {about} drives away.",
    },
)
