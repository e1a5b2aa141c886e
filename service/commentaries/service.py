"""Commentaries: what somebody writes about the moments of a match. They are no facts, and prove nothing.

Whoever looks at a match may write one. Its token edits it, and is kept as a digest alone; its author is an id
of the list of people, so that the name can be forgotten. A note is told to those who may see its fact.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

import msgspec
from msgspec import Struct

from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Viewer
from domain.published import Instant

from ..database.commentaries import CommentaryRepository, CommentaryRow, NoteRow
from ..eventstore.store import Store, translate_errors
from ..identity.accounts import Account, ensure_id
from ..identity.players import PlayerDirectory
from ..matches.repository import MatchRepository
from ..matches.viewing.access import Access
from ..matches.viewing.visibility import Window
from ..shared import digests
from ..shared.errors import Forbidden, LimitReached

LIST = "the list of commentaries"

LARGEST = 2**53 - 1
"""No fact has a larger number."""
NOTES = 500
"""How many notes a commentary may have."""
EACH = 200
"""How many commentaries a match may have from those at the table and its judges, and how many from others."""

_ID = re.compile(r"c-[0-9a-f]{16}")


class UnknownCommentary(LocalizableError, LookupError):
    """There is no such commentary, or no such note in it."""

    slug = "unknown-commentary"


class Note(Struct, frozen=True):
    """The comment on fact `seq`; `marks` are spaces, figures and cards, by their ids."""

    seq: int
    text: str
    marks: tuple[str, ...] = ()


class Listed(Struct, frozen=True):
    """A commentary, and the number of its `notes` that the client may read.

    `account` says whether its author has an account.
    """

    id: str
    match: str
    title: str
    author: str
    created: Instant
    notes: int
    account: bool


class Commentary(Struct, frozen=True):
    """A commentary with the notes that the client may read, in the order of the match."""

    id: str
    match: str
    title: str
    author: str
    created: Instant
    notes: list[Note]
    account: bool


class CommentaryService:
    """The commentaries of a service. Threads and processes may share them."""

    def __init__(
        self,
        store: Store,
        repository: MatchRepository,
        access: Access,
        players: PlayerDirectory,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._repository, self._access = store, repository, access
        self._players, self._clock = players, clock

    def open(self, match: str, viewer: Viewer, title: str, author: str | Account, token: str) -> Commentary:
        """Opens a commentary on *match*, written with the eyes of *viewer*, which *token* edits.

        Its author is an account, or a new guest by that name. Raises `UnknownMatch`, `NameTaken` and
        `LimitReached`.
        """
        self._repository.load_settings(match)
        row = CommentaryRow(
            id=f"c-{secrets.token_hex(8)}",
            match=match,
            digest=digests.digest_token(token),
            title=title,
            author=ensure_id(author, self._players),
            created=self._clock(),
            present=int(bool(viewer.shares)),
        )
        with translate_errors(LIST):
            if not self._rows.add_commentary(row, EACH):
                raise LimitReached(
                    Message(
                        "Match {match} has {each} commentaries, and may have no more.", match=match, each=EACH
                    )
                )
        return self._told(row, [])

    def of(self, window: Window) -> list[Listed]:
        """Returns the commentaries on the match of *window*, the oldest first, as they look through it."""
        with translate_errors(LIST):
            rows = self._rows.list_commentaries(window.match, LARGEST if window.last is None else window.last)
        authors = self._players.load_records(row.author for row, _ in rows)
        return [
            Listed(row.id, row.match, row.title, author.name, row.created, notes, author.account)
            for row, notes in rows
            for author in (authors[row.author],)
        ]

    def show(self, id: str, token: str | None) -> Commentary:
        """Returns a commentary with the notes that are for who has *token*: all of them for its author.

        Raises `UnknownCommentary`, and what `Access.viewer_for` raises.
        """
        row = self._row(id)
        mine = token is not None and digests.is_digest_of(token, row.digest)
        if mine and row.present:
            return self._told(row, self._notes(row))
        viewer = self._access.viewer_for(row.match, None if mine else token)
        return self._told(row, self._notes(row, self._access.window(row.match, viewer).last))

    def note(self, id: str, token: str, note: Note) -> Note:
        """Says *note* of its fact, in the place of what was said of it before.

        Raises `UnknownCommentary`, `Forbidden`, `LimitReached`, and `replay.UnknownMoment` for a fact hidden
        from its author.
        """
        row = self._own(id, token)
        if row.present:
            self._repository.load_at(row.match, note.seq)
        else:
            self._access.window(row.match, self._access.viewer_for(row.match, None)).load_at(note.seq)
        content = msgspec.json.encode(note).decode()
        with translate_errors(LIST):
            if not self._rows.store_note(id, NoteRow(note.seq, content), NOTES):
                raise LimitReached(Message("A commentary has {notes} notes at most.", notes=NOTES))
        return note

    def unsay(self, id: str, token: str, seq: int) -> None:
        """Takes back what is said of fact *seq*; raises `UnknownCommentary` and `Forbidden`."""
        self._own(id, token)
        with translate_errors(LIST):
            if seq > LARGEST or not self._rows.remove_note(id, seq):
                raise UnknownCommentary(
                    Message("Commentary {id} says nothing of fact {seq}.", id=id, seq=seq)
                )

    def remove(self, id: str, token: str) -> None:
        """Takes a whole commentary away: for its author, or for a judge. Raises as `unsay` does."""
        row = self._row(id)
        if (
            not digests.is_digest_of(token, row.digest)
            and "judge" not in self._access.api_token(token).scopes
        ):
            raise Forbidden(Message("A commentary is taken away by its author, or by a judge."))
        with translate_errors(LIST):
            self._rows.remove_commentary(id)

    def by(self, match: str, token: str) -> list[str]:
        """Returns which commentaries on *match* are edited with *token*, by their ids."""
        with translate_errors(LIST):
            rows = self._rows.list_commentaries(match, 0)
        return [row.id for row, _ in rows if digests.is_digest_of(token, row.digest)]

    def written_by(self, id: str, token: str) -> bool:
        """Tells whether *token* edits a commentary; raises `UnknownCommentary`."""
        return digests.is_digest_of(token, self._row(id).digest)

    @property
    def _rows(self) -> CommentaryRepository:
        return self._store.commentaries

    def _row(self, id: str) -> CommentaryRow:
        with translate_errors(LIST):
            row = self._rows.find_commentary(id) if _ID.fullmatch(id) else None
        if row is None:
            raise UnknownCommentary(Message("There is no commentary {id}.", id=id))
        return row

    def _own(self, id: str, token: str) -> CommentaryRow:
        row = self._row(id)
        if not digests.is_digest_of(token, row.digest):
            raise Forbidden(Message("A commentary is written by whoever has the token it was opened with."))
        return row

    def _notes(self, row: CommentaryRow, last: int | None = None) -> list[Note]:
        """Returns the notes of a commentary, up to fact *last* or all of them."""
        with translate_errors(LIST):
            rows = self._rows.list_notes(row.id)
        told = [each.content for each in rows if last is None or each.seq <= last]
        return [msgspec.json.decode(content, type=Note) for content in told]

    def _told(self, row: CommentaryRow, notes: list[Note]) -> Commentary:
        author = self._players.load_records([row.author])[row.author]
        return Commentary(row.id, row.match, row.title, author.name, row.created, notes, author.account)
