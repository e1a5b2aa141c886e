"""A match by the accessibility tree and by what live regions say, as a screen reader has it."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random

import pytest
from playwright.sync_api import Browser

from ops.soak.tables import Setting, open_match
from ops.soak.tree_reader import TreeReader

from .chromium import AS_WRITTEN
from .serving import Served


@pytest.mark.parametrize(("game", "acts"), [("arena", 9), ("villainous", 6)])
def test_a_match_is_played_by_its_tree_and_each_turn_is_one_message(
    chromium: Browser, served: Served, game: str, acts: int
) -> None:
    """No control is without a name, no focus is lost, and the end is announced; soaks play whole matches."""
    setting = Setting(game, 2, ("tree",), script=AS_WRITTEN)
    with ExitStack() as stack:
        [reader] = open_match(stack, chromium, served.url, setting, Random(5), lambda: False).robots
        assert isinstance(reader, TreeReader)
        while reader.acts < acts and not reader.is_over:
            reader.step()
        reader.press_button("Resign")
        reader.press_button("Resign")
        while not reader.is_over:
            reader.listen()
        assert list(reader.page_log.findings()) == []
