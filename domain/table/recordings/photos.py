"""Photos of a real table: in a case, or as evidence of an entry of its recording."""

from __future__ import annotations

from collections.abc import Iterable

from ...messages import Message
from ...model import Fact
from ...rules import Rules
from ...script import B, K
from .. import statements
from ..commands import CommandOutcome, WrongMoment
from ..facts import PhotoAdded, PhotoRemoved
from ..match import Match
from .commands import require_record


def add_photo(rules: Rules[B, K], match: Match[B], added: PhotoAdded) -> CommandOutcome[B]:
    """Returns the outcome of a photo in a case, or without a case at an entry of the recording.

    Raises `NoSuchCase`, and `WrongMoment` for a closed case and an unknown entry.
    """
    if added.case:
        return statements.note_position(rules, match, added)
    recording = require_record(match).recording
    if not 0 <= added.entry <= len(recording.entries):
        raise WrongMoment(Message("There is no entry {entry} for a photo.", entry=added.entry))
    cause = recording.entry_seq(added.entry) if added.entry else match.seq
    return statements.append_aside(rules, match, added, cause)


def remove_photo(rules: Rules[B, K], match: Match[B], removed: PhotoRemoved) -> CommandOutcome[B]:
    """Returns the outcome of a removed photo; raises `NoSuchCase`, and `WrongMoment` for a fact elsewhere."""
    if removed.case:
        return statements.remove_photo(rules, match, removed)
    if removed.photo not in require_record(match).photos:
        raise WrongMoment(Message("The recording has no photo at fact {seq}.", seq=removed.photo))
    return statements.append_aside(rules, match, removed, removed.photo)


def list_photos(facts: Iterable[Fact]) -> dict[int, PhotoAdded]:
    """Returns the photos in *facts* that nobody has removed, by the numbers of their facts."""
    photos: dict[int, PhotoAdded] = {}
    for fact in facts:
        if isinstance(fact.event, PhotoAdded):
            photos[fact.seq] = fact.event
        elif isinstance(fact.event, PhotoRemoved):
            photos.pop(fact.event.photo, None)
    return photos
