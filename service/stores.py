"""Opens the stores of a process: that of the facts, and that of the views."""

from __future__ import annotations

from collections.abc import Callable

from domain.notation import Vocabulary
from projections.bus import Bus, LocalBus
from projections.sqlite_view_store import SqliteViewStore
from projections.view_store import ViewStore

from .eventstore.store import Store
from .evidence.backfill import require_heads
from .observability import tracing
from .settings import Settings, store_environment


def redis_views(settings: Settings, on_position: Callable[[int], object]) -> tuple[ViewStore, Bus]:
    """Returns the views and the bus of services that share a Redis."""
    # Only services with a Redis load its client, because that takes a tenth of the time to start.
    from projections.redis_bus import RedisBus
    from projections.redis_view_store import RedisViewStore

    url = settings.redis_url
    return RedisViewStore(url), RedisBus(url, trace=tracing.current_trace, on_position=on_position)


def local_views(settings: Settings, on_position: Callable[[int], object]) -> tuple[ViewStore, Bus]:
    """Returns the views and the bus of a single process."""
    views = SqliteViewStore((settings.scratch or settings.data) / "views.db")
    return views, LocalBus(tracing.current_trace, on_position)


def open_store(settings: Settings, vocabulary: Vocabulary, headless: bool) -> Store:
    """Returns the store of facts. Raises `IncompatibleStore` for one without heads, unless *headless*."""
    if not settings.scratch:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = Store(vocabulary, store_environment(settings))
    try:
        if not headless:
            require_heads(store)
    except BaseException:
        store.close()
        raise
    return store
