"""Prince John: the script, and the words that no other Villain needs."""

from __future__ import annotations

from ...hooks import VillainScript
from .evaluation import wants
from .script import LORE, headway, progress

SCRIPT = VillainScript(
    number=1,
    lore=LORE,
    headway=headway,
    progress=progress,
    wants=wants,
    hoards=True,
    steps={
        "power": "{done} of {wanted} Power",
    },
    questions={
        "warrants": "{seat} is asked whether {about} tears up the Warrants.",
    },
)
