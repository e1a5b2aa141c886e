"""Replays for clients: the first scene, and the changes of each later fact.

A client can seek forwards and backwards without further requests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain import table
from domain.games import Game
from domain.model import Viewer
from domain.published import OptionalText, publish
from domain.rules import Rules
from domain.script import B, K
from domain.table import Match, Scene, SeatClaimed, SeatLeft

from .replay import Replay

Path = list[str | int]
"""The field names and indices from a scene to a value."""


_PATH = {"type": "array", "items": {"type": ["string", "integer"]}}

Change = Annotated[
    list[Any], Meta(min_length=1, max_length=2, extra_json_schema={"prefixItems": [_PATH, {}], "items": {}})
]
"""A path with its new value, or a path alone for a removed value."""


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


def keep_names(players: Players) -> Players:
    """Returns *players* unchanged."""
    return players


def replay_page(
    match: str,
    game: Game,
    replay: Replay[B, K],
    viewer: Viewer,
    after: int,
    limit: int,
    rename_players: Callable[[Players], Players] = keep_names,
) -> ReplayPage:
    """Returns the scene of *viewer* after fact *after*, 1 at least, and up to *limit* frames.

    The scene includes computed numbers under `reckoned`. *rename_players* names the players. Raises
    `replay.UnknownMoment`.
    """
    first = max(after, 1)
    last = min(first + limit, len(replay))
    scenes = _iterate_scenes(game, replay, viewer, first, last, rename_players)
    previous = first_scene = next(scenes)
    frames = []
    for fact, scene in zip(replay.facts[first:last], scenes, strict=True):
        event = table.redact_fact(replay.rules, fact, viewer).event
        by = getattr(event, "by", "")
        changes = list(list_changes([], previous, scene))
        along = getattr(event, "path", ())
        frames.append(Frame(fact.seq, changes, by if isinstance(by, str) else "", along))
        previous = scene
    return ReplayPage(
        match, cast(ReckonedScene, first_scene), frames, str(last) if last < len(replay) else None
    )


def _iterate_scenes(
    game: Game,
    replay: Replay[B, K],
    viewer: Viewer,
    first: int,
    last: int,
    rename_players: Callable[[Players], Players],
) -> Iterator[Any]:
    match = replay.at(first)
    players = rename_players(match.player_ids)
    for seq in range(first, last + 1):
        fact = replay.facts[seq - 1]
        if seq > first:
            match = table.evolve(replay.rules, match, fact)
        if isinstance(fact.event, SeatClaimed | SeatLeft):
            players = rename_players(match.player_ids)
        yield scene_with_numbers(game, replay.rules, match, viewer, players)


def scene_with_numbers(
    game: Game, rules: Rules[B, K], match: Match[B], viewer: Viewer, players: Players
) -> dict[str, Any]:
    """Returns the scene of *viewer* in published form, with the game's computed numbers."""
    scene = replace(table.make_scene(rules, match, viewer), players=players)
    return {**msgspec.to_builtins(publish(scene)), "reckoned": game.board_numbers(scene.board, rules.book)}


def list_changes(path: Path, before: Any, after: Any) -> Iterator[Change]:
    """Yields the changes from *before* to *after*, each with its path below *path*."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() - after.keys():
            yield [[*path, key]]
        for key, value in after.items():
            if key not in before:
                yield [[*path, key], value]
            elif before[key] != value:
                yield from list_changes([*path, key], before[key], value)
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                yield from list_changes([*path, index], old, new)
    else:
        yield [path, after]
