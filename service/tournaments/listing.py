"""The list of tournaments, searched."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from projections.home import ViewStore
from projections.tournaments import ListedTournament, State, TournamentList

PAGE = 200
"""How many entries are read at a time."""
PAGES = 25
"""How many pages one search looks through for entries that fit its filter."""


class TournamentFilter(NamedTuple):
    """What somebody looks for; empty: whatever there is. `text` is part of a title, whatever its case.

    `since` and `until` are when it was opened, in milliseconds since 1970.
    """

    game: str | None = None
    state: State | None = None
    text: str = ""
    since: float = 0
    until: float = float("inf")

    def fits(self, entry: ListedTournament) -> bool:
        """Tells whether this is what *entry* is."""
        return (
            self.game in (None, entry.game)
            and self.state in (None, entry.state)
            and self.text.casefold() in entry.title.casefold()
            and self.since <= entry.opened <= self.until
        )


class Found(NamedTuple):
    """Tournaments, the newest first; `next` is after which one to look for more, if there may be more."""

    tournaments: list[ListedTournament]
    next: str | None


def find(views: ViewStore, sought: TournamentFilter, after: str, limit: int) -> Found:
    """Returns up to *limit* tournaments that fit: those with ids below *after*, `""` for the top."""
    found: list[ListedTournament] = []
    for _ in range(PAGES):
        page = views.scan(TournamentList.name, after, PAGE)
        for after, view in page:
            entry = msgspec.json.decode(view, type=ListedTournament)
            if sought.fits(entry):
                found.append(entry)
            if len(found) == limit:
                return Found(found, after)
        if len(page) < PAGE:
            return Found(found, None)
    return Found(found, after)
