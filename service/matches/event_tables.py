"""Tables of events with matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.tournament.state import TableRef


class EventTables:
    """Tables of events. *find_matches* returns the matches of an event, `None` without tables.

    *find_places* returns the table of each match of an event.
    """

    def __init__(
        self,
        find_matches: Callable[[str], frozenset[str] | None],
        find_places: Callable[[str], Mapping[str, TableRef]],
    ) -> None:
        self.find_matches, self.find_places = find_matches, find_places
