"""Replies: what a request that may be repeated was answered, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class ReplyRow(NamedTuple):
    """A request as it is kept, by an id: the digest of what it said, when it came, and what it brought about.

    That are facts `first` to `last` of `match`, the last at `position`; none, for a request that wrote
    something else. `sealed` holds the tokens that its reply told, `reply` all of it once it was given.
    """

    id: str
    digest: str
    at: int
    match: str = ""
    first: int = 0
    last: int = 0
    position: int = 0
    sealed: bytes = b""
    reply: bytes = b""


class ReplyRecorder(Protocol):
    """A recorder that keeps replies beside the facts; the row of a request is appended with its facts."""

    def reply(self, id: str) -> ReplyRow | None:
        """Returns the request with this *id*, if it brought anything about."""

    def keep_reply(self, row: ReplyRow) -> None:
        """Keeps the reply of *row*; of a request that is known already nothing else is changed."""

    def sweep_replies(self, before: int) -> None:
        """Forgets all requests that came before a time."""
