"""Forms of a sheet that a browser sends again, for example after a lost reply."""

from __future__ import annotations

import hashlib

from domain.model import Seat
from domain.table import PhotoAdded
from domain.table.recordings.commands import require_record
from domain.table.recordings.facts import Signed

from ..eventstore.store import Store
from ..matches.repository import MatchRepository
from ..shared.registry import Registry


def has_paper(services: Registry, match: str, seat: Seat, head: str) -> bool:
    """Returns whether the signature of *seat* on paper, under the hash *head*, stands.

    Raises `UnknownMatch` and `table.WrongMoment`.
    """
    repository = services[MatchRepository]
    loaded = repository.load_match(match)
    if seat not in require_record(loaded.match).signed:
        return False
    facts = repository.load_replay(match, loaded.match.seq).facts
    signed = [fact.event for fact in facts if isinstance(fact.event, Signed) and fact.event.seat == seat]
    return (signed[-1].head, signed[-1].how) == (head, "paper")


def has_photo(services: Registry, match: str, file: bytes, entry: int) -> bool:
    """Returns whether an *entry* of a recording has the photo in *file*; raises `UnknownMatch`."""
    repository = services[MatchRepository]
    record = repository.load_match(match).match.record
    digest, stored = hashlib.sha256(file).hexdigest(), services[Store].photos.list_hashes(match)
    facts = (
        fact
        for seq in (record.photos if record else ())
        for fact in repository.load_facts(match, seq - 1, seq)
    )
    photos = (fact.event for fact in facts if isinstance(fact.event, PhotoAdded))
    return any(
        (photo.original, photo.entry) == (digest, entry) and photo.sha256 in stored for photo in photos
    )
