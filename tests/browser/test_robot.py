"""Robots that see only what a person sees play a whole match; `ops/do soak` lets them play sixty."""

from __future__ import annotations

from playwright.sync_api import Browser

from ops.soak.play import play
from ops.soak.tables import Setting

from .chromium import AS_WRITTEN
from .serving import Served

SEED = 5
"""Of the robots; the chance of the service and of the pages is scripted."""


def test_two_robots_play_a_match_to_its_end_by_touch_and_by_keys(chromium: Browser, served: Served) -> None:
    """Nothing freezes, jumps, is refused or out of sight, no focus is lost, and both see the end as it is."""
    played = play(chromium, served, Setting("arena", 2, ("touch", "keys"), script=AS_WRITTEN), SEED)
    assert played.findings == ()
