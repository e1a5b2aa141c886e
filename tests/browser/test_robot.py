"""A robot that sees what a person sees plays a whole match; `ops/soak` lets it play sixty."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ops.soaking.play import play
from ops.soaking.robot import Hand
from ops.soaking.tables import Setting
from tests.examples import SEED

from .house import REAL, serving


@pytest.mark.parametrize("hand", ["touch", "keys"])
def test_a_robot_plays_a_match_to_its_end(chromium: Browser, tmp_path: Path, hand: Hand) -> None:
    with serving(tmp_path, REAL) as service:
        played = play(chromium, service, Setting("arena", 2, (hand,)), int(SEED))
    assert played.wrong == ()
