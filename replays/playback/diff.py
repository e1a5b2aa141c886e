"""The changes between two moments of a match for one viewer, as JSON Patches."""

from __future__ import annotations

from typing import Any, Literal

import jsonpatch
import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain import table
from domain.model import Viewer
from domain.published import OptionalText, encode
from domain.table import Scene

from ..text.fact_narrator import FactNarrator
from .replay import Replay


class Operation(Struct, frozen=True, omit_defaults=True, rename={"source": "from"}):
    """An operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace", "move"]
    path: str
    source: str | UnsetType = UNSET
    value: Any = UNSET


class Change(Struct, frozen=True):
    """A fact that changed the view: its number, cause and rule, its sentence, and its patch."""

    seq: int
    cause: int
    rule: OptionalText
    text: str
    patch: list[Operation]


class Diff(Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """The changes from the view after one fact to the view after another: in total, and fact by fact.

    The patches of the changes, one after the other, have the effect of `patch`. Facts that change nothing
    are left out, even the number.
    """

    first: int
    last: int
    viewer: str
    patch: list[Operation]
    changes: list[Change]


def make_diff(
    replay: Replay[Any, Any],
    first: int,
    last: int,
    viewer: Viewer,
    voice: FactNarrator,
) -> Diff:
    """Returns the changes for *viewer* from fact *first* to fact *last*.

    A later *first* reverts the changes, the latest first. Raises `UnknownMoment`.
    """
    is_reverse = last < first
    low, high = sorted((first, last))
    start, end = scene_fields(replay.scene(low, viewer)), scene_fields(replay.scene(high, viewer))
    match, current = replay.at(low), start
    changes = []
    for fact in replay.facts[low:high]:
        match = table.evolve(replay.rules, match, fact)
        before, current = current, scene_fields(table.make_scene(replay.rules, match, viewer))
        if before | {"seq": current["seq"]} != current:
            patch = _make_patch(current, before) if is_reverse else _make_patch(before, current)
            changes.append(Change(fact.seq, fact.cause, fact.rule, voice.narrate(fact.seq), patch))
    if is_reverse:
        start, end = end, start
        changes.reverse()
    return Diff(first, last, viewer.name, _make_patch(start, end), changes)


def scene_fields(scene: Scene[Any]) -> dict[str, Any]:
    """Returns *scene* as JSON data."""
    fields: dict[str, Any] = msgspec.json.decode(encode(scene))
    return fields


def _make_patch(before: dict[str, Any], after: dict[str, Any]) -> list[Operation]:
    """Returns the operations from *before* to *after*, computed from the differing parts."""
    patch = jsonpatch.make_patch(*_differing_parts(before, after))
    return msgspec.convert(patch.patch, list[Operation])


def _differing_parts(before: Any, after: Any) -> tuple[Any, Any]:
    """Returns two values without their equal parts, under the same paths.

    Lists of equally many objects become objects with their indices as keys, so that no index shifts.
    """
    if _is_object_list(before) and _is_object_list(after) and len(before) == len(after):
        before, after = ({str(n): item for n, item in enumerate(items)} for items in (before, after))
    if not isinstance(before, dict) or not isinstance(after, dict):
        return before, after
    old_fields, new_fields = {}, {name: value for name, value in after.items() if name not in before}
    for name, value in before.items():
        if name not in after:
            old_fields[name] = value
        elif value != after[name]:
            old_fields[name], new_fields[name] = _differing_parts(value, after[name])
    return old_fields, new_fields


def _is_object_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)
