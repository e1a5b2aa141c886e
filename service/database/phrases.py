"""Rows of the set phrases that players send each other. They are no facts of the game."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from .engine import Database
from .tables import phrases


class PhraseRow(NamedTuple):
    """Phrase of a seat of a match, with its number there and its time in ms since 1970."""

    match: str
    number: int
    seat: int
    phrase: str
    at: int


_OF_MATCH = phrases.c.match == bindparam("of")
_ALL = select(*(phrases.c[name] for name in PhraseRow._fields)).where(_OF_MATCH).order_by(phrases.c.number)
_LAST = select(func.coalesce(func.max(phrases.c.number), 0)).where(_OF_MATCH)
_RECENT = (
    select(phrases.c.at)
    .where(_OF_MATCH, phrases.c.seat == bindparam("by"), phrases.c.at > bindparam("after"))
    .order_by(phrases.c.at)
)
_ADD = insert(phrases)
_TRIM = delete(phrases).where(_OF_MATCH, phrases.c.number <= bindparam("until"))
_SWEEP = delete(phrases).where(phrases.c.at < bindparam("before"))


class PhraseRepository:
    """Repository of phrases. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_phrases(self, match: str) -> list[PhraseRow]:
        """Returns the stored phrases of a match, oldest first."""
        return [PhraseRow(*row) for row in self._database.select_rows(_ALL, of=match)]

    def add_phrase(
        self, match: str, seat: int, phrase: str, at: int, room: int, after: int, maximum: int
    ) -> PhraseRow | int:
        """Stores a phrase, and deletes those before the last *room* of the match.

        Stores nothing if the seat has sent the *maximum* since *after*. Then it returns the time of the first
        of these.
        """
        with self._database.begin_transaction(locked_table=phrases) as run:
            recent = run(_RECENT, of=match, by=seat, after=after)
            if len(recent) >= maximum:
                return int(recent[-maximum][0])
            [[last]] = run(_LAST, of=match)
            row = PhraseRow(match, int(last) + 1, seat, phrase, at)
            run(_ADD, **row._asdict())
            run(_TRIM, of=match, until=row.number - room)
        return row

    def sweep_phrases(self, before: int) -> None:
        """Deletes the phrases from before a time."""
        self._database.execute_write(_SWEEP, before=before)
