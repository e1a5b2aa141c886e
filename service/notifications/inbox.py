"""Inbox of an account: the page on which its player reads notifications without push and mail."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import NamedTuple

from babel.dates import format_timedelta

from ..database.notifications.inbox import UNREAD, InboxRepository
from ..eventstore.store import Store, translate_errors
from .model import Sentence
from .outbox import decode_notice
from .texts import NoticeWriter

LIST = "the inbox"


class Entry(NamedTuple):
    """Notification in an inbox, with its age in words."""

    kind: str
    sentence: Sentence
    age: str
    is_unread: bool


class Inbox:
    """The inboxes of a service. Threads and processes may share it."""

    def __init__(self, store: Store, writer: NoticeWriter, clock: Callable[[], int]) -> None:
        self._rows, self._writer, self._clock = InboxRepository(store.database), writer, clock

    def open_entries(self, player: str, lang: str) -> list[Entry]:
        """Returns the latest entries of *player* in a language, the newest first, and marks them as read."""
        now = self._clock()
        with translate_errors(LIST):
            rows = self._rows.list_entries(player, now)
        written = [(row, self._writer.write_entry(decode_notice(row), player, lang)) for row in rows]
        self.mark_read(player, [row.contact for row in rows if row.state == UNREAD])
        return [
            Entry(row.kind, sentence, _describe_age(now - row.created, lang), row.state == UNREAD)
            for row, sentence in written
            if sentence is not None
        ]

    def list_unread(self, player: str) -> list[str]:
        """Returns the tags of the unread entries of *player*."""
        with translate_errors(LIST):
            return self._rows.list_unread(player, self._clock())

    def mark_read(self, player: str, tags: Collection[str]) -> None:
        """Marks the entries of *player* with these *tags* as read."""
        if tags:
            with translate_errors(LIST):
                self._rows.mark_read(player, tags)


def _describe_age(milliseconds: int, lang: str) -> str:
    age: str = format_timedelta(timedelta(milliseconds=-milliseconds), add_direction=True, locale=lang)
    return age
