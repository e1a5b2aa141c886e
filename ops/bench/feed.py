"""The feed: how fast somebody who comes back reads a great many facts, and finds the rare ones among them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

import msgspec

from domain.notation import event_tag
from domain.table import MatchEnded
from projections.match_views import MatchViews
from projections.sqlite_view_store import SqliteViewStore
from projections.view_store import ViewStore
from service.eventstore.store import Store
from service.feed.service import ALL, Feed, FeedFilter
from service.feed.visibility import PublicVisibility
from service.identity.players import PlayerDirectory
from service.matches.results import Results
from service.matches.viewing.named_facts import FactNames

from . import growth, playing, sample
from .figure import Figure, at_least, beside
from .ground import Ground
from .rounds import Reading, per_second, side_by_side

PAGE = 5000
"""The longest page there is."""

ENDS = FeedFilter(types=frozenset((event_tag(MatchEnded),)))

FAST = (at_least(40_000),)

_lines = msgspec.json.Encoder().encode_lines


def measure(ground: Ground) -> list[Figure]:
    """Measures pages of NDJSON out of a million facts on SQLite: of all, and of the ends of matches."""
    with ground.directory() as directory:
        path = directory / "recount.db"
        store = playing.store({"SQLITE_DBNAME": str(path)})
        growth.fill(path)
        views = SqliteViewStore(directory / "views.db")
        summarize(store, views)
        everything, ends, rows = side_by_side(
            ground.rounds,
            lambda: Reader(store, views, ALL).reading(ground.seconds),
            lambda: Reader(store, views, ENDS).reading(ground.seconds),
            lambda: selected(path, ground.seconds),
        )
        store.close()
        views.close()
    floor = beside("the rows alone", rows, "facts/s")
    return [
        Figure("the feed, pages of 5,000 lines", everything["facts/s"], "facts/s", floor, targets=FAST),
        Figure("the feed, ends of matches, facts gone through", ends["facts/s"], "facts/s", floor),
    ]


class Reader:
    """Somebody who begins at the first fact, goes on page by page, and at the end begins again."""

    def __init__(self, store: Store, views: ViewStore, wanted: FeedFilter) -> None:
        rules, people = sample.LIBRARY.rules, PlayerDirectory(store)
        names = FactNames(people, Results(views, playing.repository(store), rules, people))
        self._feed = Feed(
            store, PublicVisibility(store, rules), lambda imported: imported, names, lambda event: None
        )
        self._wanted, self._position = wanted, 0

    def reading(self, seconds: float) -> Reading:
        """Reads `facts/s`: how many it has come past."""
        return per_second(self._page, seconds)

    def _page(self) -> Mapping[str, int]:
        before = self._position
        stretch = self._feed.read(before, PAGE, self._wanted)
        _lines(stretch.notices)
        self._position = stretch.reached if stretch.more else 0
        return {"facts": stretch.reached - before}


def summarize(store: Store, views: ViewStore) -> None:
    """Keeps of each match how it ended, as the views of a running service do."""
    results = Results(views, playing.repository(store), sample.LIBRARY.rules, PlayerDirectory(store))
    matches = [match for match in store.tree.list_streams() if match.isdigit()]
    fields = {int(match): msgspec.json.encode(results.summary(match)) for match in matches[: sample.DISTINCT]}
    summaries = {f"{match}/summary": fields[int(match) % sample.DISTINCT] for match in matches}
    views.save(MatchViews.name, summaries, 0, 1)


def selected(path: Path, seconds: float) -> Reading:
    """Reads the `facts/s` that SQLite hands over as rows, a page at a time."""
    connection = sqlite3.connect(path)
    position = 0

    def page() -> Mapping[str, int]:
        nonlocal position
        rows = connection.execute(
            "SELECT rowid, * FROM stored_events WHERE rowid > ? ORDER BY rowid LIMIT ?", (position, PAGE)
        ).fetchall()
        position = rows[-1][0] if len(rows) == PAGE else 0
        return {"facts": len(rows)}

    reading = per_second(page, seconds)
    connection.close()
    return reading
