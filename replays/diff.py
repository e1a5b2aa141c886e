"""What changed between two moments of a match, as one viewer sees it: in all, and fact by fact."""

from __future__ import annotations

from typing import Any, Literal

import jsonpatch
import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain import table
from domain.model import Viewer
from domain.published import OptionalText, encode
from domain.table import Scene

from .fact_narrator import Voice
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


def diff(
    film: Replay[Any, Any],
    first: int,
    last: int,
    viewer: Viewer,
    voice: Voice,
) -> Diff:
    """Returns what changed for *viewer* from fact *first* to fact *last*; *voice* tells facts.

    From a later fact to an earlier one everything is taken back, the latest first. Raises `NoSuchMoment`.
    """
    back = last < first
    low, high = sorted((first, last))
    start, end = plain(film.scene(low, viewer)), plain(film.scene(high, viewer))
    match, now = film.at(low), start
    changes = []
    for fact in film.facts[low:high]:
        match = table.evolve(film.rules, match, fact)
        before, now = now, plain(table.make_scene(film.rules, match, viewer))
        if before | {"seq": now["seq"]} != now:
            patch = _patch(now, before) if back else _patch(before, now)
            changes.append(Change(fact.seq, fact.cause, fact.rule, voice.tells(fact.seq), patch))
    if back:
        start, end = end, start
        changes.reverse()
    return Diff(first, last, viewer.name, _patch(start, end), changes)


def plain(scene: Scene[Any]) -> dict[str, Any]:
    """Returns *scene* as it is sent: objects, lists, texts and numbers."""
    told: dict[str, Any] = msgspec.json.decode(encode(scene))
    return told


def _patch(before: dict[str, Any], after: dict[str, Any]) -> list[Operation]:
    """Returns the operations that make *before* into *after*; only what differs is looked at closely."""
    patch = jsonpatch.make_patch(*_differing(before, after))
    return msgspec.convert(patch.patch, list[Operation])


def _differing(before: Any, after: Any) -> tuple[Any, Any]:
    """Returns two values without what is the same in both, every place in them called as it was.

    In lists of as many objects no place shifts: they become objects too, by the numbers of their places.
    """
    if _objects(before) and _objects(after) and len(before) == len(after):
        before, after = ({str(n): thing for n, thing in enumerate(things)} for things in (before, after))
    if not isinstance(before, dict) or not isinstance(after, dict):
        return before, after
    then, now = {}, {name: value for name, value in after.items() if name not in before}
    for name, value in before.items():
        if name not in after:
            then[name] = value
        elif value != after[name]:
            then[name], now[name] = _differing(value, after[name])
    return then, now


def _objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(thing, dict) for thing in value)
