"""Captain Hook: the script, and the words that no other Villain needs."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import wants
from .script import LORE, headway, progress

SCRIPT = VillainScript(
    number=2,
    lore=LORE,
    headway=headway,
    progress=progress,
    wants=wants,
    at_once=True,
    steps={
        "tree": "Hangman's Tree unlocked",
        "boy": "Peter Pan found",
        "ship": "Peter Pan at the Jolly Roger",
    },
    questions={
        "obsession": "{seat} is asked what becomes of {about}.",
        "ally-to-discard": "{seat} is asked which Ally {about} drives away.",
    },
)
