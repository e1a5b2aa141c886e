"""Arguments, viewers and replays that the commands about one match share."""

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

match_argument = click.argument("match")
at_option = click.option(
    "--at", "seq", type=int, help="The number of a fact; the last one if it is left out."
)
viewer_option = click.option(
    "--as",
    "viewer_name",
    default="spectator",
    show_default=True,
    help="The viewer: spectator, seat-0 and so on, or judge, who sees everything.",
)


class StoredMatch(NamedTuple):
    """A match of the store with its game and its replay."""

    services: Services
    game: Game
    replay: Replay[Any, Any]

    def find_viewer(self, name: str) -> Viewer:
        """Returns the viewer with a *name*; raises `BadParameter`."""
        viewers = {viewer.name: viewer for viewer in table.all_viewers(self.replay.rules, self.replay.at(1))}
        if name not in viewers:
            raise click.BadParameter(f"nobody is called “{name}”: {', '.join(viewers)}.", param_hint="--as")
        return viewers[name]

    def visible_facts(self, viewer_name: str) -> tuple[Fact, ...]:
        """Returns the facts, redacted for a viewer."""
        viewer = self.find_viewer(viewer_name)
        return tuple(table.redact_fact(self.replay.rules, fact, viewer) for fact in self.replay.facts)

    def find_seq(self, seq: int | None, ply: int | None, time: datetime | None) -> int:
        """Returns the fact of at most one of the three arguments, or the last fact."""
        if [seq, ply, time].count(None) < 2:
            raise click.UsageError("A moment is told by its fact, by its answer or by its time.")
        if ply is not None:
            return self.replay.ply(ply).seq
        if time is not None:
            return self.replay.seq_at_time(int(time.timestamp() * 1000))
        return len(self.replay) if seq is None else seq


@contextmanager
def open_match(match: str, *, sealing: bool = False) -> Iterator[StoredMatch]:
    """Opens the store read-only for one *match*; raises `UnknownMatch`.

    A *sealing* command may complete the log of heads.
    """
    with open_services(reading=True, sealing=sealing) as services:
        yield find_match(services, match)


def find_match(services: Services, match: str) -> StoredMatch:
    """Returns a *match* of the store; raises `UnknownMatch`."""
    replay = services.repository.load_replay(match)
    first = replay.facts[0].event
    assert isinstance(first, MatchOpened)
    return StoredMatch(services, services.library.find_game(first.game), replay)


def describe_origin(imported: Import) -> str:
    """Returns a line about the origin of an imported match."""
    if not imported.key:
        return f"A transcript that nobody signed, imported by {imported.by}."
    name = "trusted" if imported.trusted else "unknown"
    key = read_key(imported.key).fingerprint
    return f"Imported from {imported.house} by {imported.by}, key {key} ({name})."
