"""Verdicts on the facts of a recording."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.recording.standing import list_standings
from domain.table.recordings.commands import require_record
from domain.table.recordings.facts import Corrected
from replays.playback.replay import Replay

Verdict: TypeAlias = Literal["proven", "consistent", "witnessed"]


class FactVerdict(NamedTuple):
    """The verdict on the fact numbered `seq`."""

    seq: int
    verdict: Verdict


def list_verdicts(replay: Replay[Any, Any]) -> Iterator[FactVerdict]:
    """Yields the verdict on each fact of the game on the present line, and on each correction.

    Raises `table.WrongMoment` for a match of the service.
    """
    match = replay.at(len(replay))
    record = require_record(match)
    witnessed = [
        FactVerdict(fact.seq, "witnessed")
        for fact in replay.facts
        if isinstance(fact.event, Corrected)
        and not any(first <= fact.seq <= last for first, last in match.abandoned)
    ]
    decided = [FactVerdict(seq, verdict) for seq, verdict in list_standings(record.recording)]
    yield from sorted((*witnessed, *decided))
