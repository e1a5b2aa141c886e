"""What commands about one match share: its argument, its viewer, its record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

import click

from domain import table
from domain.games import Game
from domain.model import Fact, Viewer
from domain.table import Import, MatchOpened
from replays.playback.replay import Replay
from replays.proof.notes import read_key
from service.bootstrap import Services

from .context import open_services


class Record(NamedTuple):
    """A match, found in the store."""

    services: Services
    game: Game
    film: Replay[Any, Any]

    def viewer(self, who: str) -> Viewer:
        """Returns the viewer called *who*."""
        viewers = {viewer.name: viewer for viewer in table.all_viewers(self.film.rules, self.film.at(1))}
        if who not in viewers:
            raise click.BadParameter(f"nobody is called “{who}”: {', '.join(viewers)}.", param_hint="--as")
        return viewers[who]

    def seen(self, who: str) -> tuple[Fact, ...]:
        """Returns the facts as *who* may see them."""
        viewer = self.viewer(who)
        return tuple(table.redact_fact(self.film.rules, fact, viewer) for fact in self.film.facts)

    def moment(self, seq: int | None, ply: int | None, time: datetime | None) -> int:
        """Returns the fact that is meant, at most one of the three being told; the last one, if none is."""
        if [seq, ply, time].count(None) < 2:
            raise click.UsageError("A moment is told by its fact, by its answer or by its time.")
        if ply is not None:
            return self.film.ply(ply).seq
        if time is not None:
            return self.film.seq_at_time(int(time.timestamp() * 1000))
        return len(self.film) if seq is None else seq


of_match = click.argument("match")


seen_as = click.option(
    "--as",
    "who",
    default="spectator",
    show_default=True,
    help="Whose eyes to look with: spectator, seat-0 and so on, or judge, who sees everything.",
)


@contextmanager
def record(match: str) -> Iterator[Record]:
    """Finds a match in the store, which is opened for this."""
    with open_services(reading=True) as services:
        yield find(services, match)


def find(services: Services, match: str) -> Record:
    """Returns a match of the store of *services*."""
    replay = services.repository.replay(match)
    first = replay.facts[0].event
    assert isinstance(first, MatchOpened)
    return Record(services, services.library.game(first.game), replay)


def origin(imported: Import) -> str:
    """Returns where a match was brought from, as a line."""
    if not imported.key:
        return f"A transcript that nobody signed, imported by {imported.by}."
    name = "trusted" if imported.trusted else "unknown"
    key = read_key(imported.key).fingerprint
    return f"Imported from {imported.house} by {imported.by}, key {key} ({name})."
