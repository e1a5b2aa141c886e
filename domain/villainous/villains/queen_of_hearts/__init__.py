"""Queen of Hearts: the script, and the words that no other Villain needs."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import wants
from .script import LORE, headway, progress

SCRIPT = VillainScript(
    number=5,
    lore=LORE,
    headway=headway,
    progress=progress,
    wants=wants,
    at_once=True,
    steps={
        "wickets": "{done} of {wanted} locations with a Wicket",
    },
    questions={
        "guard-to-turn": "{seat} is asked which Card Guards or Wickets {about} turns.",
    },
)
