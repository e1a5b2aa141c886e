"""Verdicts on the facts of a recording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.recording.standings.standing import list_standings
from domain.table.recordings.commands import require_record
from domain.table.recordings.facts import Corrected
from domain.table.recordings.notes import list_contradictions
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


def describe_standing(replay: Replay[Any, Any]) -> str:
    """Returns in one line what the entries of a recording prove, and who signed it."""
    counts = Counter(fact.verdict for fact in list_verdicts(replay))
    match = replay.at(len(replay))
    record = require_record(match)
    contradicted = len(list_contradictions(match, replay.facts))
    noted = f"It contradicts {contradicted} notes of players. " if contradicted else ""
    signed = ", ".join(f"seat {seat}" for seat in sorted(record.signed)) or "nobody"
    proven, consistent, witnessed = counts["proven"], counts["consistent"], counts["witnessed"]
    return (
        f"Of the facts of the table {proven} are proven by its entries, {consistent} agree with them, and "
        f"{witnessed} are as somebody saw them. {noted}It is signed by {signed}."
    )
