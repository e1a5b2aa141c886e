"""Rows of commentaries on matches and of their notes."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Table, Text, bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.sql.elements import ColumnElement

from .engine import Database
from .tables import commentaries, notes


class CommentaryRow(NamedTuple):
    """Commentary on a match, with the digest of its editing token.

    The author is an id in the table of people. `created` is milliseconds since 1970. `present` is 1 if the
    author sees the match live, else 0.
    """

    id: str
    match: str
    digest: str
    title: str
    author: str
    created: int
    present: int


class NoteRow(NamedTuple):
    """Note on fact `seq`, as JSON."""

    seq: int
    content: str


def _insert_limited(table: Table, *conditions: ColumnElement[bool]) -> Insert:
    """Returns an insert without effect if `most` rows of *table* meet *conditions*."""
    row_count = select(func.count()).select_from(table).where(*conditions).scalar_subquery()
    row = select(*(bindparam(column.name, type_=column.type) for column in table.c))
    return insert(table).from_select([*table.c.keys()], row.where(row_count < bindparam("most")))


_ID, _SEQ = bindparam("commentary", type_=Text), bindparam("seq", type_=BigInteger)
_ADD = _insert_limited(
    commentaries,
    commentaries.c.match == bindparam("match"),
    commentaries.c.present == bindparam("present"),
).returning(commentaries.c.id)
_ONE = select(commentaries).where(commentaries.c.id == _ID)
_NOTE_COUNT: Any = (
    select(func.count())
    .select_from(notes)
    .where(notes.c.commentary == commentaries.c.id, notes.c.seq <= bindparam("last"))
    .scalar_subquery()
)
_ON = (
    select(commentaries, _NOTE_COUNT)
    .where(commentaries.c.match == bindparam("match"))
    .order_by(commentaries.c.created, commentaries.c.id)
)
_REMOVE = delete(commentaries).where(commentaries.c.id == _ID)
_ALL = select(notes.c.seq, notes.c.content).where(notes.c.commentary == _ID).order_by(notes.c.seq)
_TITLES = select(commentaries.c.id, commentaries.c.title).order_by(commentaries.c.id)
_NOTES = select(notes).order_by(notes.c.commentary, notes.c.seq)
_NEW = _insert_limited(notes, notes.c.commentary == _ID, notes.c.seq != _SEQ)
_NOTE = _NEW.on_conflict_do_update(
    index_elements=[notes.c.commentary, notes.c.seq], set_={"content": _NEW.excluded.content}
).returning(notes.c.seq)
_FORGET = delete(notes).where(notes.c.commentary == _ID)
_REMOVE_NOTE = _FORGET.where(notes.c.seq == _SEQ).returning(notes.c.seq)


class CommentaryRepository:
    """Repository of commentaries and notes. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_commentary(self, row: CommentaryRow, maximum: int) -> bool:
        """Stores a new commentary. Returns `False` at the *maximum* of its match.

        Players of the match and other authors have separate limits.
        """
        with self._database.begin_transaction(locked_table=commentaries) as run:
            return bool(run(_ADD, **row._asdict(), most=maximum))

    def find_commentary(self, id: str) -> CommentaryRow | None:
        """Returns the commentary with this *id*, if it exists."""
        return next((CommentaryRow(*row) for row in self._database.select_rows(_ONE, commentary=id)), None)

    def list_commentaries(self, match: str, last: int) -> list[tuple[CommentaryRow, int]]:
        """Returns the commentaries on a match, oldest first.

        Each has the number of its notes up to fact *last*.
        """
        rows = self._database.select_rows(_ON, match=match, last=last)
        return [(CommentaryRow(*row), many) for *row, many in rows]

    def list_texts(self) -> list[tuple[str, str]]:
        """Returns the titles and notes of all commentaries, each after its place."""
        titles, texts = self._database.select_rows(_TITLES), self._database.select_rows(_NOTES)
        return [
            *((f"commentary {id}, title", title) for id, title in titles),
            *((f"commentary {id}, note on fact {seq}", text) for id, seq, text in texts),
        ]

    def remove_commentary(self, id: str) -> None:
        """Deletes a commentary and its notes."""
        with self._database.begin_transaction() as run:
            run(_FORGET, commentary=id)
            run(_REMOVE, commentary=id)

    def list_notes(self, id: str) -> list[NoteRow]:
        """Returns the notes of a commentary, in order of their facts."""
        return [NoteRow(*row) for row in self._database.select_rows(_ALL, commentary=id)]

    def store_note(self, id: str, note: NoteRow, maximum: int) -> bool:
        """Stores or replaces the note on a fact. Returns `False` at the *maximum*."""
        with self._database.begin_transaction(locked_table=notes) as run:
            return bool(run(_NOTE, commentary=id, **note._asdict(), most=maximum))

    def remove_note(self, id: str, seq: int) -> bool:
        """Deletes the note on a fact. Returns whether it existed."""
        return bool(self._database.execute_write(_REMOVE_NOTE, commentary=id, seq=seq))
