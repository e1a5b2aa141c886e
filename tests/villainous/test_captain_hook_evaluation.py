"""What brings Captain Hook to the fight, for a bot that looks one effect ahead."""

from __future__ import annotations

import pytest

from domain.villainous.villains.captain_hook.script import objective_progress
from tests.villainous.play import BOOK, sits

ABOARD = "jolly-roger: peter-pan / pirate-brute-1"


@pytest.mark.parametrize(
    ("realm", "hand", "power", "better", "worse"),
    [
        (ABOARD, "pirate-brute-2", 3, "jolly-roger", "mermaid-lagoon"),
        (ABOARD + ", swashbuckler-1", "cutlass-1", 1, "jolly-roger", "mermaid-lagoon"),
        (ABOARD + "\nskull-rock: / pirate-brute-2", "scare-1", 7, "mermaid-lagoon", "skull-rock"),
    ],
)
def test_he_goes_where_his_crew_becomes_complete(
    realm: str, hand: str, power: int, better: str, worse: str
) -> None:
    at_better, at_worse = (
        objective_progress(sits("captain-hook", at, realm, hand=hand, power=power, unlocked=True), BOOK)
        for at in (better, worse)
    )
    assert at_worse < at_better
