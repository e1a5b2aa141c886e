"""Journal of names and API tokens in the log. Each entry has a head, and is stored together with its row."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace
from sqlalchemy import BigInteger, Insert, Select, Table, Text, bindparam, func, insert, select

from domain.model import Fact
from domain.people import JOURNAL, JOURNAL_VOCABULARY, ApiTokenStored, JournalEntry, NameStored
from replays.proof.chain import GENESIS, PlainCommitter

from .engine import Database, Run
from .stream import NEW_STREAM
from .tables import heads, people, streams, tokens

EncodeFact = Callable[[Fact], tuple[str, bytes]]
"""Returns the topic and the state of a fact."""
Enter = Callable[[Sequence[JournalEntry]], None]
"""Appends entries in the transaction of their rows."""

SALT_BYTES = 16

_STREAM = select(streams.c.number).where(streams.c.name == bindparam("name", type_=Text))
_LAST_HEAD = (
    select(heads.c.seq, heads.c.head)
    .where(heads.c.stream == bindparam("stream"))
    .order_by(heads.c.seq.desc())
    .limit(1)
)
_ADD_HEAD = insert(heads)
_ANY_HEAD = select(heads.c.position).limit(1)
_ALL_PEOPLE = select(people.c.id, people.c.name, people.c.likeness, people.c.digest).order_by(people.c.id)
_ALL_TOKENS = select(tokens).order_by(tokens.c.created, tokens.c.id)
_SET_SALT = people.update().where(people.c.id == bindparam("person")).values(salt=bindparam("new_salt"))


class Journal:
    """Journal of a *database*. *encode* writes its facts."""

    def __init__(self, database: Database, encode: EncodeFact) -> None:
        self._database, self._encode = database, encode

    @contextmanager
    def begin(self, *, overwrite: bool = False) -> Iterator[tuple[Run, Enter]]:
        """Begins a transaction for rows and their entries, and excludes other appends.

        Yields a function that runs statements and one that appends entries. *overwrite* erases deleted
        content from the file of SQLite.
        """
        self._database.topics.numbers_of(JOURNAL_VOCABULARY)  # a transaction of its own
        positions: list[int] = []
        with self._database.begin_transaction(overwrite=overwrite, appends=True) as run:
            yield run, lambda entries: positions.append(self._append(run, entries))
        for position in positions:
            self._database.observe_position(position)

    def enter_present_rows(self, run: Run) -> None:
        """Enters the rows from before the journal, within the transaction of a migration.

        The entries get a head only where other facts have theirs.
        """
        entries: list[JournalEntry] = []
        for id, name, likeness, digest in run(_ALL_PEOPLE):
            salt = new_salt()
            run(_SET_SALT, person=id, new_salt=salt)
            entries.append(commit_name(id, name, likeness, digest, salt, migrated=True))
        entries += [replace(ApiTokenStored(*row), migrated=True) for row in run(_ALL_TOKENS)]
        if entries:
            self._database.topics.add_names(run, JOURNAL_VOCABULARY)
            has_facts = len(run(_select_any(self._database.events))) > 1  # the stamp is no fact
            self._append(run, entries, headed=not has_facts or bool(run(_ANY_HEAD)))

    def _append(self, run: Run, entries: Sequence[JournalEntry], headed: bool = True) -> int:
        """Appends *entries* and returns the position of the last.

        Raises `PersistenceError` if the last head is lost.
        """
        run(NEW_STREAM, name=JOURNAL)
        [(stream,)] = run(_STREAM, name=JOURNAL)
        events = self._database.events
        [(last,)] = run(_select_last(events), stream=stream)
        [(headed_seq, head)] = run(_LAST_HEAD, stream=stream) or [(0, bytes.fromhex(GENESIS))]
        if headed_seq != last:
            raise PersistenceError(f"Entry {last} of the journal has no head: see “recount verify --all”.")
        facts = [Fact(seq, 0, "", entry) for seq, entry in enumerate(entries, last + 1)]
        topics = self._database.topics.add_names(run, ())
        for fact in facts:
            topic, state = self._encode(fact)
            values = {"stream": stream, "seq": fact.seq, "topic": topics[topic], "state": state}
            [(position,)] = run(_insert_event(events), **values)
        if headed:
            *_, hash = PlainCommitter(JOURNAL).hash_facts(facts, head.hex())
            run(_ADD_HEAD, position=position, stream=stream, seq=facts[-1].seq, head=bytes.fromhex(hash))
        return int(position)


def new_salt() -> str:
    """Returns a new salt in hex."""
    return secrets.token_hex(SALT_BYTES)


def commit_name(
    player: str, name: str, likeness: str, digest: str, salt: str, *, migrated: bool = False
) -> NameStored:
    """Returns the entry of the row of a *player*. Only its *salt* lets anybody test names against it."""
    name_hash = _commit_text(salt, "name", name, likeness)
    return NameStored(player, name_hash, _commit_text(salt, "key", digest) if digest else "", migrated)


def _commit_text(salt: str, *words: str) -> str:
    return hmac.digest(bytes.fromhex(salt), "\0".join(words).encode(), "sha256").hex()


@cache
def _select_last(events: Table) -> Select[int]:
    last = func.coalesce(func.max(events.c.seq), 0)
    return select(last).where(events.c.stream == bindparam("stream", type_=BigInteger))


@cache
def _select_any(events: Table) -> Select[int]:
    return select(events.c.position).limit(2)


@cache
def _insert_event(events: Table) -> Insert:
    names = ("stream", "seq", "topic", "state")
    return insert(events).values({name: bindparam(name) for name in names}).returning(events.c.position)
