"""Commentaries: what people write about matches, as rows beside the log."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Table, Text, bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.sql.elements import ColumnElement

from .engine import Database
from .tables import commentaries, notes


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


def _limited(table: Table, *among: ColumnElement[bool]) -> Insert:
    """Returns what inserts a row, unless there are as many as `most` *among* those of *table*."""
    many = select(func.count()).select_from(table).where(*among).scalar_subquery()
    row = select(*(bindparam(column.name, type_=column.type) for column in table.c))
    return insert(table).from_select([*table.c.keys()], row.where(many < bindparam("most")))


_ID, _SEQ = bindparam("commentary", type_=Text), bindparam("seq", type_=BigInteger)
_ADD = _limited(
    commentaries,
    commentaries.c.match == bindparam("match"),
    commentaries.c.present == bindparam("present"),
).returning(commentaries.c.id)
_ONE = select(commentaries).where(commentaries.c.id == _ID)
_MANY: Any = (
    select(func.count())
    .select_from(notes)
    .where(notes.c.commentary == commentaries.c.id, notes.c.seq <= bindparam("last"))
    .scalar_subquery()
)
_ON = (
    select(commentaries, _MANY)
    .where(commentaries.c.match == bindparam("match"))
    .order_by(commentaries.c.created, commentaries.c.id)
)
_REMOVE = delete(commentaries).where(commentaries.c.id == _ID)
_ALL = select(notes.c.seq, notes.c.content).where(notes.c.commentary == _ID).order_by(notes.c.seq)
_NEW = _limited(notes, notes.c.commentary == _ID, notes.c.seq != _SEQ)
_NOTE = _NEW.on_conflict_do_update(
    index_elements=[notes.c.commentary, notes.c.seq], set_={"content": _NEW.excluded.content}
).returning(notes.c.seq)
_FORGET = delete(notes).where(notes.c.commentary == _ID)
_UNSAY = _FORGET.where(notes.c.seq == _SEQ).returning(notes.c.seq)


class CommentaryRepository:
    """What people write about matches; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_commentary(self, row: CommentaryRow, maximum: int) -> bool:
        """Keeps a new commentary, unless its match has so many by such authors; tells whether it did.

        Those who were at the table have room of their own, and so has everybody else.
        """
        with self._database.writing(alone_in=commentaries) as run:
            return bool(run(_ADD, **row._asdict(), most=maximum))

    def commentary(self, id: str) -> CommentaryRow | None:
        """Returns the commentary called *id*, if there is one."""
        return next((CommentaryRow(*row) for row in self._database.rows(_ONE, commentary=id)), None)

    def commentaries(self, match: str, last: int) -> list[tuple[CommentaryRow, int]]:
        """Returns the commentaries on a match, the oldest first, each with how many notes up to a fact."""
        rows = self._database.rows(_ON, match=match, last=last)
        return [(CommentaryRow(*row), many) for *row, many in rows]

    def remove_commentary(self, id: str) -> None:
        """Forgets a commentary and its notes."""
        with self._database.writing() as run:
            run(_FORGET, commentary=id)
            run(_REMOVE, commentary=id)

    def notes(self, id: str) -> list[NoteRow]:
        """Returns the notes of a commentary, by the facts they are about."""
        return [NoteRow(*row) for row in self._database.rows(_ALL, commentary=id)]

    def keep_note(self, id: str, note: NoteRow, maximum: int) -> bool:
        """Keeps what is said of a fact, in the place of what was, unless there are so many notes already.

        Tells whether it did.
        """
        with self._database.writing(alone_in=notes) as run:
            return bool(run(_NOTE, commentary=id, **note._asdict(), most=maximum))

    def remove_note(self, id: str, seq: int) -> bool:
        """Forgets what is said of a fact; tells whether anything was."""
        return bool(self._database.write(_UNSAY, commentary=id, seq=seq))
