"""Whoever keeps the views is killed while people play: in the end the views are those of the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from projections.runner import Runner
from projections.sqlite_view_store import SqliteViewStore
from projections.view_store import ViewStore
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.examples import go_on
from tests.faults.conftest import TIMES
from tests.faults.play import move, sit_down
from tests.faults.victims import Life, projections, victims
from tests.projections.homes import everything
from tests.projections.waiting import until

DEATHS = 10 * TIMES
ANSWERS = 20
"""How many answers there are for each of them to take in."""
LONGEST = 0.02
"""Seconds that it lives at most once it has begun its work."""


def kept_up(services: Services, home: ViewStore) -> dict[str, dict[str, bytes]]:
    """Returns all that is shown in *home* when nothing is left to be taken in."""
    kept = projections(services)
    Runner(services.store, home, kept).catch_up()
    assert {home.position(one.name) for one in kept} == {services.store.position()}
    return {one.name: dict(everything(home, one.name)) for one in kept}


def moved_on(services: Services, before: int) -> None:
    """Waits until something has been taken in."""
    until(lambda: services.views.position("tally") > before)


def test_the_views_outlive_whoever_keeps_them(
    settings: Settings, tmp_path: Path, luck: Random, tell: Callable[[str], None]
) -> None:
    deaths = amid = 0
    with Services(settings, CardSetRegistry()) as services, victims(settings, "keeper") as keepers:
        table, _ = sit_down(services)

        def play() -> None:
            nonlocal table
            for _ in range(ANSWERS):
                if move(services, table, luck) is None:
                    table, _ = sit_down(services)

        while go_on(deaths, DEATHS, enough=amid > DEATHS / 4):
            deaths += 1
            play()
            before = services.views.position("tally")
            keepers.live(Life(0, []), luck.uniform(0, LONGEST), first=partial(moved_on, services, before))
            amid += services.views.position("tally") < services.store.position()
        fresh = SqliteViewStore(tmp_path / "fresh.db")
        assert kept_up(services, services.views) == kept_up(services, fresh)
        tell(
            f"{deaths} killed, {amid} before they were through; {services.store.position()} facts, each once"
        )
        fresh.close()
