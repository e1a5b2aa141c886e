"""A film for a viewer's own machine: the first scene, and for every fact after it what it changed there.

Whoever has the frames can go to any moment, and back, without asking again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain import table
from domain.decider import Rules
from domain.games import Game
from domain.model import Viewer
from domain.published import OptionalText, publish
from domain.script import B, K
from domain.table import Match, Scene, SeatClaimed

from .replay import Replay

Path = list[str | int]
"""The way from a scene to a value in it: field names and list places."""


_PATH = {"type": "array", "items": {"type": ["string", "integer"]}}

Change = Annotated[
    list[Any], Meta(min_length=1, max_length=2, extra_json_schema={"prefixItems": [_PATH, {}], "items": {}})
]
"""A path and the value that is there now; a path alone, where there is none any more."""


class Frame(Struct, frozen=True, omit_defaults=True):
    """The changes that one fact makes for a viewer, and the card or character that made them as `by`.

    `along` are the spaces of a walk, from the first to the last.
    """

    seq: int
    changes: list[Change]
    by: OptionalText = ""
    along: tuple[str, ...] = ()


class ReckonedScene(Scene[Any], frozen=True, kw_only=True):
    """The view of a match for one viewer, with the numbers that the game calculates, such as Strength."""

    reckoned: dict[str, int]


class ReplayPage(Struct, frozen=True):
    """The first scene of a replay, and the frames after it; `next` is the cursor of the next page."""

    match: str
    first: ReckonedScene
    items: list[Frame]
    next: str | None


Players = tuple[str | None, ...]


def as_they_are(players: Players) -> Players:
    """Returns *players* as facts know them."""
    return players


def reel(
    match: str,
    game: Game,
    film: Replay[B, K],
    viewer: Viewer,
    after: int,
    most: int,
    called: Callable[[Players], Players] = as_they_are,
) -> ReplayPage:
    """Returns the scene after fact *after*, 1 at least, and up to *most* frames after it, as *viewer* sees.

    A scene has what the game reckons besides, such as the Strength of everyone in play, under `reckoned`.

    *called* tells what to call players. Raises `replay.NoSuchMoment`.
    """
    first = max(after, 1)
    last = min(first + most, len(film))
    scenes = _scenes(game, film, viewer, first, last, called)
    seen = begun = next(scenes)
    frames = []
    for fact, scene in zip(film.facts[first:last], scenes, strict=True):
        event = table.redact_fact(film.rules, fact, viewer).event
        by = getattr(event, "by", "")
        changes = list(changed([], seen, scene))
        along = getattr(event, "path", ())
        frames.append(Frame(fact.seq, changes, by if isinstance(by, str) else "", along))
        seen = scene
    return ReplayPage(match, cast(ReckonedScene, begun), frames, str(last) if last < len(film) else None)


def _scenes(
    game: Game,
    film: Replay[B, K],
    viewer: Viewer,
    first: int,
    last: int,
    called: Callable[[Players], Players],
) -> Iterator[Any]:
    match = film.at(first)
    players = called(match.player_ids)
    for seq in range(first, last + 1):
        fact = film.facts[seq - 1]
        if seq > first:
            match = table.evolve(film.rules, match, fact)
        if isinstance(fact.event, SeatClaimed):
            players = called(match.player_ids)
        yield reckoned(game, film.rules, match, viewer, players)


def reckoned(
    game: Game, rules: Rules[B, K], match: Match[B], viewer: Viewer, players: Players
) -> dict[str, Any]:
    """Returns what *viewer* sees of *match*, in published form, with what the game reckons besides."""
    scene = replace(table.make_scene(rules, match, viewer), players=players)
    return {**msgspec.to_builtins(publish(scene)), "reckoned": game.board_numbers(scene.board, rules.book)}


def changed(path: Path, before: Any, after: Any) -> Iterator[Change]:
    """Yields what makes *after* of *before*, plain data both, each with the *path* that leads there."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() - after.keys():
            yield [[*path, key]]
        for key, value in after.items():
            if key not in before:
                yield [[*path, key], value]
            elif before[key] != value:
                yield from changed([*path, key], before[key], value)
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        for place, (was, now) in enumerate(zip(before, after, strict=True)):
            if was != now:
                yield from changed([*path, place], was, now)
    else:
        yield [path, after]
