"""Audit of photos against their hashes in the record."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from domain.table.recordings.photos import list_photos

from ..eventstore.store import Store
from .log_audit import Finding


def find_altered_photos(store: Store, match: str = "") -> Iterator[Finding]:
    """Yields the photos of *match*, or of all matches, with other bytes than their hashes say."""
    for owner, sha256, content in store.photos.read_all():
        if match in ("", owner) and hashlib.sha256(content).hexdigest() != sha256:
            yield Finding(owner, 0, f"The photo {sha256} was altered: its bytes have another hash.")


def missing_photos(store: Store, match: str) -> list[int]:
    """Returns the facts of the photos of *match* whose bytes are not in the store, nor were removed."""
    stored = store.photos.list_hashes(match)
    listed = list_photos(store.raw_facts(match))
    return [seq for seq, photo in listed.items() if photo.sha256 not in stored]
