"""Projections: how fast views catch up with the log, how far they lag, how soon one's own write is read."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter, sleep

from domain.model import SPECTATOR
from ops.shared.bots import percentiles
from projections.lobby import Lobby
from projections.match_views import MatchViews
from projections.redis_view_store import RedisViewStore
from projections.runner import Runner
from projections.sqlite_view_store import SqliteViewStore
from projections.view_store import ViewStore
from service.bootstrap import Services
from service.eventstore.store import Store
from service.matches.viewing.views import current_view
from service.settings import Settings

from . import playing, sample
from .figures import Figure, Reading, at_least, at_most, per_second, side_by_side
from .ground import Ground

MATCHES = 20
PAUSE = 0.005
"""Seconds between two answers while the lag is measured: bots that think for a moment."""
GLANCE = 0.0002
"""Seconds between two looks at how far the views have come."""


def measure(ground: Ground) -> list[Figure]:
    """Measures the views of the boards and of the lobby together, in SQLite and in Redis."""
    with ground.directory() as directory:
        store = playing.open_store({"SQLITE_DBNAME": str(directory / "recount.db")})
        for seed in range(MATCHES):
            store.append(f"{seed:012}", sample.played(seed))
        homes = SqliteViewStore(directory / "views.db"), RedisViewStore(ground.redis_url)
        sqlite, redis, live = side_by_side(
            ground.rounds,
            lambda: catching_up(store, homes[0], ground.seconds),
            lambda: catching_up(store, homes[1], ground.seconds),
            lambda: lagging(directory / "live", ground.seconds),
        )
        for home in homes:
            home.close()
        store.close()
    fast = (at_least(40_000),)
    return [
        Figure("catch up, views in SQLite", sqlite["facts/s"], "facts/s", targets=fast),
        Figure("catch up, views in Redis", redis["facts/s"], "facts/s", targets=fast),
        Figure("lag of the views, SQLite, p50", live["lag p50"], "ms"),
        Figure("lag of the views, SQLite, p99", live["lag p99"], "ms", targets=(at_most(80),)),
        Figure("read your own write, SQLite, p50", live["read p50"], "ms", targets=(at_most(10),)),
    ]


def catching_up(store: Store, home: ViewStore, seconds: float) -> Reading:
    """Reads `facts/s` taken in by a runner that begins with an empty home."""

    def rebuild() -> dict[str, int]:
        projections = MatchViews(sample.LIBRARY.load_rules), Lobby()
        for projection in projections:
            home.clear(projection.name)
        return {"facts": Runner(store, home, projections).catch_up()}

    return per_second(rebuild, seconds)


def lagging(directory: Path, seconds: float) -> Reading:
    """Measures how far views lag while matches are played, and how long a read of one's own write takes."""
    lags, reads = list[float](), list[float]()
    with Services(Settings(data=directory), sample.LIBRARY) as services:
        tables = playing.Tables(services.matches)
        end = perf_counter() + seconds
        while perf_counter() < end:
            command_result = tables.answer()
            before = perf_counter()
            while services.views.position(MatchViews.name) < command_result.position:
                sleep(GLANCE)
            lags.append(perf_counter() - before)
            sleep(PAUSE)
            command_result = tables.answer()
            before = perf_counter()
            current_view(services, services.access.window(tables.latest, SPECTATOR), command_result.position)
            reads.append(perf_counter() - before)
            sleep(PAUSE)
    return {**_named("lag", lags), **_named("read", reads)}


def _named(name: str, waits: list[float]) -> dict[str, float]:
    return {f"{name} {share}": wait for share, wait in percentiles(waits).items()}
