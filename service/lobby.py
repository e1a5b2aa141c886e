"""The lobby as everybody may see it: a match with a delay is listed as it stood when it was old enough."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from domain import table
from projections.lobby import ListedMatch, Lobby

from .house import House
from .records import SPECTATOR


def listed(house: House, after: str, limit: int) -> Iterator[ListedMatch]:
    """Yields up to *limit* matches, the newest first: those with ids below *after*, `""` for the top."""
    for _, view in house.views.scan(Lobby.name, after, limit):
        entry = msgspec.json.decode(view, type=ListedMatch)
        yield _delayed(house, entry) if entry.delay and entry.status in ("playing", "paused") else entry


def _delayed(house: House, entry: ListedMatch) -> ListedMatch:
    match = house.matches.window(entry.match, SPECTATOR).current().match
    return replace(
        entry,
        seq=match.seq,
        status=table.status(match),
        winners=match.ended.winners if match.ended else (),
        scores=match.ended.scores if match.ended else (),
    )
