"""Append-only store of all facts of all matches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, ClassVar

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, Mapper, Notification, PersistenceError, StoredEvent
from eventsourcing.utils import Environment, EnvType, get_topic
from sqlalchemy.exc import SQLAlchemyError

from domain.errors import RecountError
from domain.model import Fact
from domain.notation import Vocabulary
from projections.event_log import CorruptStream, RecordedFact, require_consecutive

from ..database.access import ApiTokenRepository, SessionRepository
from ..database.commentaries import CommentaryRepository
from ..database.engine import RowWrite
from ..database.heads import Hash, HeadRepository
from ..database.jobs import JobRepository
from ..database.journal import Journal
from ..database.match_owners import MatchOwnerRepository
from ..database.notifications.outbox import NotificationRepository
from ..database.people import PeopleRepository
from ..database.photos import PhotoRepository
from ..database.references import CardSetRepository
from ..database.replies import ReplyRepository, ReplyRow
from ..database.schema import WriteProbe, WrongTables, check_revision
from ..database.stream import StreamRepository
from ..database.webhooks import WebhookRepository
from ..observability import metrics, tracing
from .codec import Codec
from .mapper import Entry, FactMapper, ImportedStream, StreamTail
from .origins import Origins
from .recorders import POSTGRES, SQLITE, factory_module, recorder_class
from .recorders.group_commit import StreamAppend
from .stamp import FORMAT, FORMATTED, StampRepository, StoreFormat, new_log_id

if TYPE_CHECKING:
    from .recorders.postgres import PostgresRecorder
    from .recorders.sqlite import SQLiteRecorder


class Conflict(Exception):
    """Another writer appended first (optimistic concurrency)."""


class Unavailable(RecountError):
    """The database is unavailable.

    An append was stored completely or not at all. Read the stream to find out.
    """

    slug = "unavailable"


class IncompatibleStore(RecountError):
    """This release cannot read the database."""


class Store(Application[str]):
    """Event log of all matches in SQLite, or in PostgreSQL by environment variables.

    It stores one event per fact, and the facts of one append all or none. Repositories hold the rows beside
    the log and raise database errors. `tree` has the heads of all matches and the Merkle tree over them. The
    store migrates tables of an earlier release only if *migrate*. Otherwise it raises `IncompatibleStore`.
    """

    name = "recount"
    recorder: SQLiteRecorder | PostgresRecorder
    env: ClassVar[dict[str, str]] = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        # Without PostgreSQL, requests fail after these seconds and not after 30.
        "POSTGRES_CONNECT_TIMEOUT": "5",
    }

    def __init__(self, vocabulary: Vocabulary, env: EnvType | None = None, *, migrate: bool = False) -> None:
        self._mapper = FactMapper(Codec(vocabulary))
        self._stored_digests: set[str] = set()
        self.public_position = 0
        """The last position of a fact of a public match that this process has written."""
        super().__init__(env)
        self.database = database = self.recorder.database
        entries = Journal(database, self._mapper.encode_fact)
        try:
            with translate_errors("the tables"):
                check_revision(database, migrate, entries.enter_present_rows)
        except WrongTables as error:
            self.close()
            raise IncompatibleStore(str(error)) from error
        self._stream, self._card_sets = StreamRepository(database), CardSetRepository(database)
        self._origins = Origins(self._stream, self.decode_row)
        self.tree = HeadRepository(database)
        self.people = PeopleRepository(database, entries)
        self.replies, self.sessions = ReplyRepository(database), SessionRepository(database)
        self.api_tokens = ApiTokenRepository(database, entries)
        self.webhooks, self.jobs = WebhookRepository(database), JobRepository(database)
        self.photos, self.notifications = PhotoRepository(database), NotificationRepository(database)
        self.match_owners, self.commentaries = MatchOwnerRepository(database), CommentaryRepository(database)
        self._stamp, self._write_probe = StampRepository(self.recorder, self._stream), WriteProbe(database)
        self._stamped, self._format = self._check_format()
        if not self.log_id:  # a store of an earlier release; a standby refuses the write
            with suppress(Unavailable):
                self.renew_log_id()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Returns the environment with fixed settings added. Raises `IncompatibleStore`."""
        settings = super().construct_env(name, env)
        module = settings.get("PERSISTENCE_MODULE", "")
        if module not in (SQLITE, POSTGRES):
            raise IncompatibleStore(f"PERSISTENCE_MODULE is “{module}”; it may be {SQLITE} or {POSTGRES}.")
        return Environment(
            name,
            {
                **settings,
                "PERSISTENCE_MODULE": factory_module(module),
                "APPLICATION_RECORDER_TOPIC": get_topic(recorder_class(module)),
                "ORIGINATOR_ID_TYPE": "text",
                "CREATE_TABLE": settings.get("CREATE_TABLE") or "yes",
                # The library's insert function takes no table lock, so that readers could miss facts.
                "POSTGRES_ENABLE_DB_FUNCTIONS": "no",
            },
        )

    def construct_mapper(self) -> Mapper[str]:
        """Returns the mapper of facts to their permanent names."""
        return self._mapper

    def append(
        self,
        match: str,
        facts: Sequence[Fact],
        head: str = "",
        reply: ReplyRow | None = None,
        before: str = "",
        row: RowWrite | None = None,
    ) -> int:
        """Appends *facts* with their *head*, the row of their request and another *row*, all or none.

        Returns the position of the last fact. The preceding fact must exist, with the head *before* if given.
        Facts without a head have no proof. Raises `Conflict` and `Unavailable`.
        """
        rows = [self._encode_entry(match, fact) for fact in facts]
        link = {"head": bytes.fromhex(head), "before": bytes.fromhex(before)}
        with metrics.time_append(), tracing.start_span("append"), translate_errors(match):
            *_, position = self.recorder.insert_events(rows, reply=reply, row=row, **link)
        return position

    def append_together(self, streams: Sequence[ImportedStream], reply: ReplyRow | None = None) -> list[int]:
        """Appends new complete streams with their heads, all or none.

        The row of their request goes with the last one. Returns the position of the last fact of each stream.
        Raises `Conflict` and `Unavailable`.
        """
        *appends, last = (
            StreamAppend([self._encode_entry(record, fact) for fact in facts], bytes.fromhex(head))
            for record, facts, head in streams
        )
        with metrics.time_append(), tracing.start_span("append"), translate_errors("one of the records"):
            positions = self.recorder.insert_together([*appends, last._replace(reply=reply)])
        return [stream_positions[-1] for stream_positions in positions]

    def _encode_entry(self, record: str, fact: Fact) -> StoredEvent:
        return self._mapper.to_stored_event(Entry(record, fact.seq, fact))

    def facts(self, match: str, after: int = 0, until: int | None = None) -> list[Fact]:
        """Returns the facts of *match* with `after < seq <= until`, in order; `None` means the last.

        Players of other services bear its name (`with_service_name`). Raises `CorruptStream` for a gap.
        """
        facts = self.raw_facts(match, after, until)
        with translate_errors(match):
            return [self._origins.with_imported_names(match, fact) for fact in facts]

    def facts_with_head(self, match: str, after: int = 0) -> StreamTail:
        """Returns the facts of *match* after fact *after* as `facts` does, with their head."""
        with translate_errors(match):
            rows = self._stream.events_with_heads(match, after)
            facts = require_consecutive((self.decode_row(row.event) for row in rows), after)
            resolved = [self._origins.with_imported_names(match, fact) for fact in facts]
        if not rows:
            return StreamTail(resolved, "")
        return StreamTail(resolved, (rows[-1].head or b"").hex())

    def raw_facts(self, match: str, after: int = 0, until: int | None = None) -> list[Fact]:
        """Returns the facts of *match* as hashed, without resolved names, for proofs."""
        with translate_errors(match):
            rows = self.recorder.select_events(match, gt=after, lte=until)
        return require_consecutive(map(self.decode_row, rows), after)

    def resolve_names(self, match: str, fact: Fact) -> Fact:
        """Returns a raw *fact* of *match* with resolved names, as `facts` does."""
        with translate_errors(match):
            return self._origins.with_imported_names(match, fact)

    def import_facts(self, match: str) -> tuple[Fact, ...]:
        """Returns the import facts of a stored *match*, the import to this service last."""
        with translate_errors(match):
            return self._origins.import_facts(match)

    def decode_row(self, row: StoredEvent) -> Fact:
        """Returns the fact of a row. Raises `UnknownFact` and `CorruptStream`."""
        return self._mapper.decode_row(row)

    def read(self, after: int, limit: int) -> list[RecordedFact]:
        """Returns up to *limit* facts after position *after*, in order, with resolved names."""
        return [self._decode_notification(row) for row in self.log_rows(after, limit)]

    def _decode_notification(self, row: Notification) -> RecordedFact:
        match = str(row.originator_id)
        try:
            return RecordedFact(row.id, match, self.resolve_names(match, self.decode_row(row)))
        except CorruptStream:
            return RecordedFact(row.id, match, None)

    def log_rows(
        self, after: int, limit: int, until: int | None = None, topics: Collection[str] = ()
    ) -> Sequence[Notification]:
        """Returns up to *limit* rows with `after < position <= until`, of *topics* if given."""
        start = max(after, self._stamped)
        with translate_errors("the log"):
            return self.recorder.select_notifications(
                start, limit, until, list(topics), inclusive_of_start=False
            )

    def position(self) -> int:
        """Returns the position of the last fact, 0 without any."""
        with translate_errors("the log"):
            last = self.recorder.max_notification_id() or 0
        return last if last > self._stamped else 0

    @property
    def headed_since(self) -> int | None:
        """The position after which each write has a head, or `None` if unknown."""
        return self._format.headed

    def mark_headed_since(self, position: int) -> None:
        """Records that each write after *position* has a head. Raises `Unavailable`."""
        with translate_errors("the log of heads"):
            self._format = self._stamp.change(headed=position)

    @property
    def log_id(self) -> str:
        """Id of the log. Each restore renews it."""
        return self._format.log

    def renew_log_id(self) -> None:
        """Renews the id of the log, so that earlier positions are invalid. Raises `Unavailable`."""
        with translate_errors("the log"):
            self._format = self._stamp.change(log=new_log_id())

    def append_tree_nodes(self, nodes: Sequence[Hash]) -> None:
        """Adds *nodes* to the tree over all heads. Raises `Conflict` and `Unavailable`."""
        with translate_errors("the log of heads"):
            self.tree.add_nodes(nodes)

    def store_card_set(self, digest: str, content: bytes) -> None:
        """Stores the *content* of a card set for matches pinned to its *digest*."""
        if digest not in self._stored_digests:
            with translate_errors("the card sets"):
                self._card_sets.store_card_set(digest, content)
            self._stored_digests.add(digest)

    def card_set(self, digest: str) -> bytes | None:
        """Returns the content of the card set with *digest*, if a match has used it."""
        with translate_errors("the card sets"):
            return self._card_sets.find_card_set(digest)

    def check_writable(self) -> None:
        """Commits a change without effect, if the last is not recent. Raises `Unavailable`."""
        with translate_errors("the log"):
            self._write_probe.commit_probe()

    def _check_format(self) -> tuple[int, StoreFormat]:
        """Stamps a new store and refuses a newer format. Returns the stamp and its position."""
        position, topic = self._stamp.load_or_create()
        if topic != FORMATTED:
            raise IncompatibleStore("This database holds events, but it is no store of Recount.")
        stamp = self._stamp.load()
        if stamp.format > FORMAT:
            raise IncompatibleStore(
                f"This store has format {stamp.format}, and this version of Recount reads formats up to "
                f"{FORMAT}. Start the version that wrote it, or a newer one."
            )
        return position, stamp


@contextmanager
def translate_errors(name: str) -> Iterator[None]:
    """Raises `Conflict` and `Unavailable` in place of the library's errors about *name*."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(f"Somebody was faster: {name} has gone on.") from error
    except (PersistenceError, SQLAlchemyError) as error:
        cause = getattr(error, "orig", error)
        raise Unavailable(f"The store cannot be reached or is busy ({cause}). Try again.") from error
