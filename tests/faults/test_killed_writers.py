"""Killed amid a command, a process loses nothing it has acknowledged, and leaves nothing half done."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.faults.conftest import TIMES
from tests.faults.play import Said, Table, assert_in_order, assert_kept
from tests.faults.victims import Life, victims

DEATHS = 12 * TIMES
WRITES, LONGEST = 15, 0.005
"""After how many writes a process dies at most, and how many seconds after the last of them."""


def test_what_was_acknowledged_outlives_the_process_that_wrote_it(
    settings: Settings, luck: Random, tell: Callable[[str], None]
) -> None:
    tables: list[Table] = []
    said: list[Said] = []
    amid, silent = 0, 0
    with victims(settings, "writer") as writers:
        for _ in range(DEATHS):
            death = writers.live(
                Life(luck.getrandbits(32), tables), luck.uniform(0, LONGEST), luck.randrange(WRITES)
            )
            tables = death.tables
            amid += death.amid
            said += death.said
            assert_in_order(said)
            with Services(settings, CardSetRegistry()) as services:
                assert_kept(services, death.said)
    with Services(settings, CardSetRegistry()) as services:
        assert_kept(services, said)
        silent = services.evidence.seal_heads() - len(said)
    assert amid > DEATHS / 2, "too few died amid a command for this to prove anything"
    tell(
        f"{DEATHS} killed, {amid} of them amid a command; {len(said)} writes acknowledged, none lost; "
        f"{silent} more were whole in the log before anybody was told"
    )
