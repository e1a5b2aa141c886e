"""Commentaries: what people write about matches, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class CommentaryRow(NamedTuple):
    """A commentary as it is kept: on which match, the digest of the token that edits it, title and author.

    The author is an id of the list of people, `created` milliseconds since 1970, and `present` is 1 if
    it is written by somebody who sees the match as it happens, else 0.
    """

    id: str
    match: str
    digest: str
    title: str
    author: str
    created: int
    present: int


class NoteRow(NamedTuple):
    """What is said of fact `seq`, as JSON."""

    seq: int
    content: str


class CommentaryRecorder(Protocol):
    """A recorder that keeps commentaries beside the facts."""

    def add_commentary(self, row: CommentaryRow, most: int) -> bool:
        """Keeps a new commentary, unless its match has so many by such authors; tells whether it did.

        Those who were at the table have room of their own, and so has everybody else.
        """

    def commentary(self, id: str) -> CommentaryRow | None:
        """Returns the commentary called *id*, if there is one."""

    def commentaries(self, match: str, last: int) -> list[tuple[CommentaryRow, int]]:
        """Returns the commentaries on a match, the oldest first, each with how many notes up to a fact."""

    def remove_commentary(self, id: str) -> None:
        """Forgets a commentary and its notes."""

    def notes(self, id: str) -> list[NoteRow]:
        """Returns the notes of a commentary, by the facts they are about."""

    def keep_note(self, id: str, note: NoteRow, most: int) -> bool:
        """Keeps what is said of a fact, in the place of what was, unless there are so many notes already.

        Tells whether it did.
        """

    def remove_note(self, id: str, seq: int) -> bool:
        """Forgets what is said of a fact; tells whether anything was."""
