"""The film of a recording: its facts with the hidden cards of the present deal.

The stored facts are those of a spectator, so only the film can be folded into boards. Its hidden cards are a
possibility that no viewer sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ...decider import Position
from ...model import Fact
from ...recording.entries import Entry
from ...recording.recording import Recording
from ...recording.unknowns import restore_start
from ...rules import Rules
from ...snapshot import Snapshot
from ..facts import MatchEnded, Rewound
from .facts import Corrected, Entered, Named


class Film(NamedTuple):
    """The recording at the end of each line, the present line last, and the last fact of the record.

    `is_over` tells whether the match has ended there.
    """

    lines: tuple[Recording[Any, Any], ...] = ()
    last: int = 0
    is_over: bool = False

    def after_rewind(self) -> Film:
        """Returns the film from the next line on."""
        return self._replace(lines=self.lines[1:])


NO_FILM = Film()
"""The film of a record that grows fact by fact."""


def entry_of(event: Entered) -> Entry:
    """Returns the entry in *event*, as the recorder reads it."""
    return Entry(event.seat, event.picks, event.sightings, event.by, event.leaves)


def correct_recording(
    rules: Rules[Any, Any], recording: Recording[Any, Any], seq: int, corrected: Corrected
) -> Recording[Any, Any]:
    """Returns *recording* with the position of a correction, the fact *seq*.

    Raises `Unreadable`, and `Unplayable` when no match can go on from there.
    """
    start = restore_start(rules, Snapshot(corrected.position, corrected.told), seq)
    return recording.correct(start.position, seq, start.unknowns)


def make_film(rules: Rules[Any, Any], start: Position[Any], facts: Sequence[Fact]) -> Film:
    """Returns the film of the *facts* of a match that begins at *start*; it decides nothing yet."""
    recording: Recording[Any, Any] = Recording.start(rules, start)
    ended_lines: list[Recording[Any, Any]] = []
    is_over = False
    for fact in facts:
        if isinstance(fact.event, Entered):
            recording = recording.follow(entry_of(fact.event), fact.seq, fact.event.dealt)
        elif isinstance(fact.event, Named):
            recording = recording.follow_name(fact.event.card, fact.event.ref, fact.event.dealt)
        elif isinstance(fact.event, Corrected) and fact.event.position:
            recording = correct_recording(rules, recording, fact.seq, fact.event)
        elif isinstance(fact.event, Rewound):
            ended_lines.append(recording)
            recording = recording.rewind(fact.event.to)
        is_over = isinstance(fact.event, MatchEnded) or (is_over and not isinstance(fact.event, Rewound))
    return Film((*ended_lines, recording), facts[-1].seq if facts else start.seq, is_over)


class RecordedEntry(NamedTuple):
    """An entry on the present line, with the number of its fact, and the corrections that follow it."""

    seq: int
    entered: Entered
    corrections: tuple[Corrected, ...] = ()


def list_entries(facts: Iterable[Fact]) -> list[RecordedEntry]:
    """Returns the entries on the present line of a match with these *facts*, in order."""
    entries: list[RecordedEntry] = []
    for fact in facts:
        if isinstance(fact.event, Entered):
            entries.append(RecordedEntry(fact.seq, fact.event))
        elif isinstance(fact.event, Corrected) and entries:
            seq, entered, corrections = entries[-1]
            entries[-1] = RecordedEntry(seq, entered, (*corrections, fact.event))
        elif isinstance(fact.event, Rewound):
            while entries and entries[-1].seq > fact.event.to:
                entries.pop()
    return entries
