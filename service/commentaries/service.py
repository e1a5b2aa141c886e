"""Commentaries on the facts of matches. They are no facts themselves.

Each viewer of a match may write one. Its token edits it, and the store has only the token's digest. Its
author is a player id, so the name can be erased. Only viewers of a fact can read its note.
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

COMMENTARY_LIST = "the list of commentaries"

MAX_SEQ = 2**53 - 1
"""Largest number of a fact."""
MAX_NOTES = 500
"""Notes in one commentary."""
MAX_COMMENTARIES = 200
"""Commentaries on one match by its table and judges, and as many by others."""

_ID = re.compile(r"c-[0-9a-f]{16}")


class UnknownCommentary(LocalizableError, LookupError):
    """The commentary or the note does not exist."""

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
    """Commentaries of the service. Threads and processes may share it."""

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

    def create_commentary(
        self, match: str, viewer: Viewer, title: str, author: str | Account, token: str
    ) -> Commentary:
        """Opens a commentary on *match* for *viewer*; *token* edits it.

        Its author is an account, or a new guest with that name. Raises `UnknownMatch`, `NameTaken` and
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
        with translate_errors(COMMENTARY_LIST):
            if not self._rows.add_commentary(row, MAX_COMMENTARIES):
                raise LimitReached(
                    Message(
                        "Match {match} has {each} commentaries, and may have no more.",
                        match=match,
                        each=MAX_COMMENTARIES,
                    )
                )
        return self._name_author(row, [])

    def list_commentaries(self, window: Window) -> list[Listed]:
        """Returns the commentaries on the match of *window*, the oldest first, with visible notes."""
        with translate_errors(COMMENTARY_LIST):
            rows = self._rows.list_commentaries(window.match, MAX_SEQ if window.last is None else window.last)
        authors = self._players.load_records(row.author for row, _ in rows)
        return [
            Listed(row.id, row.match, row.title, author.name, row.created, notes, author.account)
            for row, notes in rows
            for author in (authors[row.author],)
        ]

    def read_commentary(self, id: str, token: str | None) -> Commentary:
        """Returns a commentary with the notes for the viewer with *token*, all for its author.

        Raises `UnknownCommentary`, and the errors of `Access.viewer_for`.
        """
        row = self._find_row(id)
        is_author = token is not None and digests.is_digest_of(token, row.digest)
        if is_author and row.present:
            return self._name_author(row, self._load_notes(row))
        viewer = self._access.viewer_for(row.match, None if is_author else token)
        return self._name_author(row, self._load_notes(row, self._access.window(row.match, viewer).last))

    def write_note(self, id: str, token: str, note: Note) -> Note:
        """Stores *note*, in place of an earlier one on its fact.

        Raises `UnknownCommentary`, `Forbidden`, `LimitReached`, and `replay.UnknownMoment` for a fact hidden
        from its author.
        """
        row = self._find_own_row(id, token)
        if row.present:
            self._repository.load_at(row.match, note.seq)
        else:
            self._access.window(row.match, self._access.viewer_for(row.match, None)).load_at(note.seq)
        content = msgspec.json.encode(note).decode()
        with translate_errors(COMMENTARY_LIST):
            if not self._rows.store_note(id, NoteRow(note.seq, content), MAX_NOTES):
                raise LimitReached(Message("A commentary has {notes} notes at most.", notes=MAX_NOTES))
        return note

    def delete_note(self, id: str, token: str, seq: int) -> None:
        """Deletes the note on fact *seq*; raises `UnknownCommentary` and `Forbidden`."""
        self._find_own_row(id, token)
        with translate_errors(COMMENTARY_LIST):
            if seq > MAX_SEQ or not self._rows.remove_note(id, seq):
                raise UnknownCommentary(
                    Message("Commentary {id} says nothing of fact {seq}.", id=id, seq=seq)
                )

    def delete_commentary(self, id: str, token: str) -> None:
        """Deletes a commentary for its author or a judge; raises like `delete_note`."""
        row = self._find_row(id)
        if (
            not digests.is_digest_of(token, row.digest)
            and "judge" not in self._access.api_token(token).scopes
        ):
            raise Forbidden(Message("A commentary is taken away by its author, or by a judge."))
        with translate_errors(COMMENTARY_LIST):
            self._rows.remove_commentary(id)

    def ids_written_by(self, match: str, token: str) -> list[str]:
        """Returns the ids of the commentaries on *match* that *token* edits."""
        with translate_errors(COMMENTARY_LIST):
            rows = self._rows.list_commentaries(match, 0)
        return [row.id for row, _ in rows if digests.is_digest_of(token, row.digest)]

    def is_written_by(self, id: str, token: str) -> bool:
        """Returns whether *token* edits a commentary; raises `UnknownCommentary`."""
        return digests.is_digest_of(token, self._find_row(id).digest)

    @property
    def _rows(self) -> CommentaryRepository:
        return self._store.commentaries

    def _find_row(self, id: str) -> CommentaryRow:
        with translate_errors(COMMENTARY_LIST):
            row = self._rows.find_commentary(id) if _ID.fullmatch(id) else None
        if row is None:
            raise UnknownCommentary(Message("There is no commentary {id}.", id=id))
        return row

    def _find_own_row(self, id: str, token: str) -> CommentaryRow:
        row = self._find_row(id)
        if not digests.is_digest_of(token, row.digest):
            raise Forbidden(Message("Only the token that opened a commentary can write it."))
        return row

    def _load_notes(self, row: CommentaryRow, last: int | None = None) -> list[Note]:
        """Returns the notes of a commentary, up to fact *last* or all."""
        with translate_errors(COMMENTARY_LIST):
            rows = self._rows.list_notes(row.id)
        contents = [row_.content for row_ in rows if last is None or row_.seq <= last]
        return [msgspec.json.decode(content, type=Note) for content in contents]

    def _name_author(self, row: CommentaryRow, notes: list[Note]) -> Commentary:
        author = self._players.load_records([row.author])[row.author]
        return Commentary(row.id, row.match, row.title, author.name, row.created, notes, author.account)
