"""Commentaries, in PostgreSQL."""

from __future__ import annotations

from typing import Any

from .commentaries import CommentaryRow, NoteRow
from .statements import Statements

COMMENTARY_TABLES = (
    "CREATE TABLE IF NOT EXISTS {schema}.commentaries (id text PRIMARY KEY, match text NOT NULL, "
    "digest text NOT NULL, title text NOT NULL, author text NOT NULL, created bigint NOT NULL, "
    "present smallint NOT NULL)",
    "CREATE INDEX IF NOT EXISTS commentaries_by_match ON {schema}.commentaries (match)",
    "CREATE TABLE IF NOT EXISTS {schema}.notes (commentary text NOT NULL, seq bigint NOT NULL, "
    "content text NOT NULL, PRIMARY KEY (commentary, seq))",
)


class PostgresCommentaries(Statements):
    """The part of a recorder that fulfils `CommentaryRecorder`."""

    def add_commentary(self, row: CommentaryRow, most: int) -> bool:
        """Keeps a new commentary, unless its match has so many by such authors; tells whether it did."""
        return bool(
            self._run(
                "INSERT INTO {schema}.commentaries SELECT %s, %s, %s, %s, %s, %s, %s "
                "WHERE (SELECT count(*) FROM {schema}.commentaries WHERE match = %s AND present = %s) < %s "
                "RETURNING id",
                *(*row, row.match, row.present, most),
                alone_in="commentaries",
            )
        )

    def commentary(self, id: str) -> CommentaryRow | None:
        """Returns the commentary called *id*, if there is one."""
        rows = self._run("SELECT * FROM {schema}.commentaries WHERE id = %s", id)
        return _read(rows[0]) if rows else None

    def commentaries(self, match: str, last: int) -> list[tuple[CommentaryRow, int]]:
        """Returns the commentaries on a match, the oldest first, each with how many notes up to a fact."""
        rows = self._run(
            "SELECT *, (SELECT count(*) FROM {schema}.notes WHERE commentary = id AND seq <= %s) AS many "
            "FROM {schema}.commentaries WHERE match = %s ORDER BY created, id",
            *(last, match),
        )
        return [(_read(row), row["many"]) for row in rows]

    def remove_commentary(self, id: str) -> None:
        """Forgets a commentary and its notes."""
        self._run(
            "WITH dropped AS (DELETE FROM {schema}.notes WHERE commentary = %s) "
            "DELETE FROM {schema}.commentaries WHERE id = %s RETURNING id",
            *(id, id),
        )

    def notes(self, id: str) -> list[NoteRow]:
        """Returns the notes of a commentary, by the facts they are about."""
        rows = self._run("SELECT seq, content FROM {schema}.notes WHERE commentary = %s ORDER BY seq", id)
        return [NoteRow(**row) for row in rows]

    def keep_note(self, id: str, note: NoteRow, most: int) -> bool:
        """Keeps what is said of a fact, in the place of what was, unless there are so many notes already."""
        return bool(
            self._run(
                "INSERT INTO {schema}.notes SELECT %s, %s, %s "
                "WHERE (SELECT count(*) FROM {schema}.notes WHERE commentary = %s AND seq <> %s) < %s "
                "ON CONFLICT (commentary, seq) DO UPDATE SET content = excluded.content RETURNING seq",
                *(id, *note, id, note.seq, most),
                alone_in="notes",
            )
        )

    def remove_note(self, id: str, seq: int) -> bool:
        """Forgets what is said of a fact; tells whether anything was."""
        return bool(
            self._run(
                "DELETE FROM {schema}.notes WHERE commentary = %s AND seq = %s RETURNING seq", *(id, seq)
            )
        )


def _read(row: dict[str, Any]) -> CommentaryRow:
    return CommentaryRow(**{name: row[name] for name in CommentaryRow._fields})
