"""The Night Gardener, whom tests invented: a Villain that is found by the folder."""

from __future__ import annotations

from domain.villainous.hooks import VillainScript

from .script import LORE, headway, progress

SCRIPT = VillainScript(
    hooks=LORE,
    count_steps=headway,
    objective_progress=progress,
    step_texts={"lit": "{done} of {wanted} locations with a Lantern"},
    questions={"flower": "{seat} is choosing the flower of {about} that opens."},
)
