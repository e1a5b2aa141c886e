"""The film of a recording: its facts with the hidden cards of the present deal.

The stored facts are those of a spectator, so only the film can be folded into boards. Its hidden cards are a
possibility that no viewer sees.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ...decider import Position
from ...model import Fact
from ...recording.entries import Entry
from ...recording.recording import Recording
from ...rules import Rules
from ..facts import Rewound
from .facts import Entered

Film = tuple[Recording[Any, Any], ...]
"""The recording at the end of each line, the present line last."""


def entry_of(event: Entered) -> Entry:
    """Returns the entry in *event*, as the recorder reads it."""
    return Entry(event.seat, event.picks, event.sightings, event.by)


def make_film(rules: Rules[Any, Any], start: Position[Any], facts: Iterable[Fact]) -> Film:
    """Returns the film of the *facts* of a match that begins at *start*; it decides nothing yet."""
    recording: Recording[Any, Any] = Recording.start(rules, start)
    ended_lines: list[Recording[Any, Any]] = []
    for fact in facts:
        if isinstance(fact.event, Entered):
            recording = recording.follow(entry_of(fact.event), fact.seq, fact.event.dealt)
        elif isinstance(fact.event, Rewound):
            ended_lines.append(recording)
            recording = recording.rewind(fact.event.to)
    return (*ended_lines, recording)


class RecordedEntry(NamedTuple):
    """An entry on the present line, with the number of its fact."""

    seq: int
    entered: Entered


def list_entries(facts: Iterable[Fact]) -> list[RecordedEntry]:
    """Returns the entries on the present line of a match with these *facts*, in order."""
    entries: list[RecordedEntry] = []
    for fact in facts:
        if isinstance(fact.event, Entered):
            entries.append(RecordedEntry(fact.seq, fact.event))
        elif isinstance(fact.event, Rewound):
            while entries and entries[-1].seq > fact.event.to:
                entries.pop()
    return entries
