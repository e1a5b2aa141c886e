"""A robot that sees only what a person sees plays a whole match; `ops/soak` lets it play sixty."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from ops.soaking.play import play
from ops.soaking.robot import Hand
from ops.soaking.tables import Setting

from .chromium import AS_WRITTEN
from .serving import Served

SEED = 7
"""Of the robot; the chance of the service and of the page is scripted."""


@pytest.mark.parametrize("hand", ["touch", "keys"])
def test_a_robot_plays_a_match_to_its_end(chromium: Browser, served: Served, hand: Hand) -> None:
    """Nothing freezes, jumps, is refused or out of sight, and the focus is never lost."""
    played = play(chromium, served, Setting("arena", 2, (hand,), script=AS_WRITTEN), SEED)
    assert played.wrong == ()
