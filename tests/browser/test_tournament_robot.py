"""Ten days of tournaments under random presses, at a service killed twice; `ops/do soak` plays more."""

from __future__ import annotations

import os
from pathlib import Path

from tests.tournament_robot.campaign import play_campaign

PRESSES = 20
"""How many buttons are pressed at random in each tournament, before its organizer means to end it."""


def test_random_presses_never_spoil_a_day(tmp_path: Path) -> None:
    play_campaign(tmp_path, os.environ.get("RECOUNT_TESTS_SEED", "0"), range(10), PRESSES)
