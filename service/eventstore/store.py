"""The store: every fact of every match, appended once and never changed."""

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

from ..database.api_tokens import ApiTokenRepository
from ..database.cardsets import CardSetRepository
from ..database.commentaries import CommentaryRepository
from ..database.heads import Hash, HeadRepository
from ..database.jobs import JobRepository
from ..database.people import PeopleRepository
from ..database.replies import ReplyRepository, ReplyRow
from ..database.schema import WriteProbe, WrongTables, check
from ..database.sessions import SessionRepository
from ..database.stream import StreamRepository
from ..database.webhooks import WebhookRepository
from ..observability import metrics, tracing
from .codec import Codec
from .mapper import Begun, Entry, FactMapper, Tail
from .origins import Origins
from .recorders import POSTGRES, SQLITE, module_of, recorder
from .recorders.append import Append
from .stamp import FORMAT, FORMATTED, Formatted, StampRepository, new_log_id

if TYPE_CHECKING:
    from .recorders.postgres import PostgresRecorder
    from .recorders.sqlite import SQLiteRecorder


class Conflict(Exception):
    """Somebody was faster: the match already has a fact with that number."""


class Unavailable(RecountError):
    """The database cannot be written or read just now; of an append all was kept, or nothing: look again."""

    slug = "unavailable"


class IncompatibleStore(RecountError):
    """The database is none that this version of Recount can read."""


class Store(Application[str]):
    """The log of all matches: SQLite by default, PostgreSQL by environment variables.

    One stored event per fact; of one append all facts are stored or none. What stands beside the log is in
    repositories, which raise the errors of the library: `tree` has the heads of all matches, and the Merkle
    tree over them. Tables of an earlier release are brought up to this one in SQLite, and in PostgreSQL only
    to *migrate*; otherwise that raises `IncompatibleStore`.
    """

    name = "recount"
    recorder: SQLiteRecorder | PostgresRecorder
    env: ClassVar[dict[str, str]] = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        # Whoever asks while PostgreSQL is gone is told so after so many seconds, and not after 30.
        "POSTGRES_CONNECT_TIMEOUT": "5",
    }

    def __init__(self, vocabulary: Vocabulary, env: EnvType | None = None, *, migrate: bool = False) -> None:
        self._facts = FactMapper(Codec(vocabulary))
        self._keeps: set[str] = set()
        self.known = 0
        """The last position that this process has written, or read of a record."""
        super().__init__(env)
        self.database = database = self.recorder.database
        try:  # a file that no other process has to understand is migrated by whoever opens it
            with in_our_words("the tables"):
                check(database, migrate or database.embedded)
        except WrongTables as error:
            self.close()
            raise IncompatibleStore(str(error)) from error
        self._origins = Origins(StreamRepository(database), self.fact)
        self._stream, self._card_sets = StreamRepository(database), CardSetRepository(database)
        self.tree = HeadRepository(database)
        self.people = PeopleRepository(database)
        self.replies = ReplyRepository(database)
        self.sessions = SessionRepository(database)
        self.api_tokens = ApiTokenRepository(database)
        self.webhooks = WebhookRepository(database)
        self.jobs = JobRepository(database)
        self.commentaries = CommentaryRepository(database)
        self._stamp = StampRepository(self.recorder, self._stream)
        self._stamped, self._formatted = self._check_format()
        if not self.log_id:  # a store of an earlier release, which cannot be written if it is a standby's
            with suppress(Unavailable):
                self.renew_log_id()
        self._write_probe = WriteProbe(database)

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Returns the environment, with what is not for operators to choose; raises `IncompatibleStore`."""
        chosen = super().construct_env(name, env)
        module = chosen.get("PERSISTENCE_MODULE", "")
        if module not in (SQLITE, POSTGRES):
            raise IncompatibleStore(f"PERSISTENCE_MODULE is “{module}”; it may be {SQLITE} or {POSTGRES}.")
        return Environment(
            name,
            {
                **chosen,
                "PERSISTENCE_MODULE": module_of(module),
                "APPLICATION_RECORDER_TOPIC": get_topic(recorder(module)),
                "ORIGINATOR_ID_TYPE": "text",
                "CREATE_TABLE": chosen.get("CREATE_TABLE") or "yes",
                # The library's insert function leaves out the table lock, and readers then miss facts.
                "POSTGRES_ENABLE_DB_FUNCTIONS": "no",
            },
        )

    def construct_mapper(self) -> Mapper[str]:
        """Returns the mapper that knows facts by their permanent names."""
        return self._facts

    def append(
        self,
        match: str,
        facts: Sequence[Fact],
        head: str = "",
        reply: ReplyRow | None = None,
        before: str = "",
    ) -> int:
        """Appends *facts*, the *head* they lead to, and the request they are of, all or none.

        They follow the fact before them: it has to be there, with the head *before* if one is named. Returns
        where the last fact stands. Without a head nothing can be proved of them. Raises `Conflict` and
        `Unavailable`.
        """
        rows = [self._row(match, fact) for fact in facts]
        link = {"head": bytes.fromhex(head), "before": bytes.fromhex(before)}
        with metrics.appending(), tracing.span("append"), in_our_words(match):
            *_, position = self.recorder.insert_events(rows, reply=reply, **link)
        self.known = max(self.known, position)
        return position

    def append_together(self, begun: Sequence[Begun], reply: ReplyRow | None = None) -> list[int]:
        """Appends whole records that were not there, each with its head, all of them or none.

        The request that they are of goes with the last. Returns where the last fact of each stands. Raises
        `Conflict` and `Unavailable`.
        """
        *appends, last = (
            Append([self._row(record, fact) for fact in facts], bytes.fromhex(head))
            for record, facts, head in begun
        )
        with metrics.appending(), tracing.span("append"), in_our_words("one of the records"):
            told = self.recorder.insert_together([*appends, last._replace(reply=reply)])
        return [positions[-1] for positions in told]

    def _row(self, record: str, fact: Fact) -> StoredEvent:
        return self._facts.to_stored_event(Entry(record, fact.seq, fact))

    def facts(self, match: str, after: int = 0, upto: int | None = None) -> list[Fact]:
        """Returns the facts of *match* with `after < seq <= upto`, in order; `None`: to the last.

        Players of other services bear its name (`with_service_name`). Raises `CorruptStream` for a gap.
        """
        facts = self.recorded(match, after, upto)
        with in_our_words(match):
            return [self._origins.told(match, fact) for fact in facts]

    def tail(self, match: str, after: int = 0) -> Tail:
        """Returns the facts of *match* after fact *after*, as `facts` does, and their head."""
        with in_our_words(match):
            rows = self._stream.headed(match, after)
            facts = require_consecutive((self.fact(row.event) for row in rows), after)
            told = [self._origins.told(match, fact) for fact in facts]
        if not rows:
            return Tail(told, "")
        self.known = max(self.known, rows[-1].position)
        return Tail(told, (rows[-1].head or b"").hex())

    def recorded(self, match: str, after: int = 0, until: int | None = None) -> list[Fact]:
        """Returns the same facts as they were hashed: for who proves them, and for nobody to read."""
        with in_our_words(match):
            rows = self.recorder.select_events(match, gt=after, lte=until)
        return require_consecutive(map(self.fact, rows), after)

    def resolve_names(self, match: str, fact: Fact) -> Fact:
        """Returns *fact* of *match*, which is as it was recorded, as `facts` tells it."""
        with in_our_words(match):
            return self._origins.told(match, fact)

    def imports(self, match: str) -> tuple[Fact, ...]:
        """Returns the facts that tell whence *match*, which is stored, was brought: here, the last one."""
        with in_our_words(match):
            return self._origins.imports(match)

    def fact(self, row: StoredEvent) -> Fact:
        """Returns the fact that a row of the store tells; raises `UnknownFact` and `CorruptStream`."""
        return self._facts.fact(row)

    def read(self, after: int, limit: int) -> list[RecordedFact]:
        """Returns up to *limit* facts that stand after position *after*, in order, as `facts` tells them."""
        return [self._recorded(row) for row in self.rows(after, limit)]

    def _recorded(self, row: Notification) -> RecordedFact:
        match = str(row.originator_id)
        try:
            return RecordedFact(row.id, match, self.resolve_names(match, self.fact(row)))
        except CorruptStream:
            return RecordedFact(row.id, match, None)

    def rows(
        self, after: int, limit: int, upto: int | None = None, topics: Collection[str] = ()
    ) -> Sequence[Notification]:
        """Returns up to *limit* rows with `after < position <= upto`, in order; `None`: to the last.

        With *topics* only those of facts with such a name.
        """
        start = max(after, self._stamped)
        with in_our_words("the log"):
            return self.recorder.select_notifications(
                start, limit, upto, list(topics), inclusive_of_start=False
            )

    def position(self) -> int:
        """Returns the position of the last fact; 0 when there is none."""
        with in_our_words("the log"):
            last = self.recorder.max_notification_id() or 0
        return last if last > self._stamped else 0

    @property
    def headed(self) -> int | None:
        """The position from which on each write left a head; `None`: the store does not say so yet."""
        return self._formatted.headed

    def say_headed(self, position: int) -> None:
        """Says once for all that each write after *position* left a head; raises `Unavailable`."""
        with in_our_words("the log of heads"):
            self._formatted = self._stamp.change(headed=position)

    @property
    def log_id(self) -> str:
        """The id of the log, which each restore renews."""
        return self._formatted.log

    def renew_log_id(self) -> None:
        """Gives the log a new id: its positions are no longer those that were told. Raises `Unavailable`."""
        with in_our_words("the log"):
            self._formatted = self._stamp.change(log=new_log_id())

    def grow(self, nodes: Sequence[Hash]) -> None:
        """Adds *nodes* to the tree over all heads; raises `Conflict` and `Unavailable`."""
        with in_our_words("the log of heads"):
            self.tree.grow(nodes)

    def keep(self, digest: str, content: bytes) -> None:
        """Keeps the *content* of a card set, for matches that are pinned to its *digest*."""
        if digest not in self._keeps:
            with in_our_words("the card sets"):
                self._card_sets.keep(digest, content)
            self._keeps.add(digest)

    def kept(self, digest: str) -> bytes | None:
        """Returns the content of the card set with *digest*, if a match was ever opened with it."""
        with in_our_words("the card sets"):
            return self._card_sets.kept(digest)

    def check_writable(self) -> None:
        """Commits, unless that was done a moment ago; raises `Unavailable`."""
        with in_our_words("the log"):
            self._write_probe.commit()

    def _check_format(self) -> tuple[int, Formatted]:
        """Stamps a new store, refuses one of a newer format; returns the stamp and its position."""
        position, topic = self._stamp.load_or_create()
        if topic != FORMATTED:
            raise IncompatibleStore("This database holds events, but it is no store of Recount.")
        found = self._stamp.load()
        if found.format > FORMAT:
            raise IncompatibleStore(
                f"This store has format {found.format}, and this version of Recount reads formats up to "
                f"{FORMAT}. Start the version that wrote it, or a newer one."
            )
        return position, found


@contextmanager
def in_our_words(name: str) -> Iterator[None]:
    """Lets the library's errors about *name* leave as `Conflict` and `Unavailable`."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(f"Somebody was faster: {name} has gone on.") from error
    except (PersistenceError, SQLAlchemyError) as error:
        why = getattr(error, "orig", error)
        raise Unavailable(f"The store cannot be reached or is busy ({why}). Try again.") from error
