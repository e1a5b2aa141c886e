"""What a recorder appends at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eventsourcing.persistence import StoredEvent

from ...database.replies import ReplyRow


class Append(NamedTuple):
    """Events of one record, the *head* they lead to, the one *before* them, and the request they are of."""

    events: Sequence[StoredEvent]
    head: bytes
    before: bytes = b""
    reply: ReplyRow | None = None
