"""Audit of names and API tokens. It replays the journal and compares it with the tables and with rulings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from domain.model import Fact
from domain.people import JOURNAL, JOURNAL_VOCABULARY, ApiTokenStored, NameRemoved, NameStored
from domain.table import JudgeLooked, MatchOpened, Ruled
from projections.event_log import CorruptStream

from ..database.access import ApiTokenRow
from ..database.journal import commit_name
from ..database.people import PersonRow
from ..eventstore.codec import UnknownFact
from ..eventstore.store import Store, translate_errors
from .log_audit import Finding
from .record_audit import audit_other_record

BATCH_SIZE = 1000
"""Rows in one read."""
GRACE_MS = 60_000
"""A ruling that began before the revocation of its token may end in the minute after it."""
MAX_ROUNDS = 3
"""Comparisons of rows that change during the audit."""
_TOPICS = (*JOURNAL_VOCABULARY, "table.Ruled", "table.JudgeLooked")

Differences: TypeAlias = dict[str, list[str]]
"""Sentences by the player or API token."""


class JournalResult(NamedTuple):
    """Numbers of entries, of heads of the journal and of present and erased rows, with the findings."""

    entries: int
    heads: int
    names: int
    erased: int
    api_tokens: int
    findings: list[Finding]


def audit_journal(store: Store) -> JournalResult:
    """Audits the journal of *store*, the rows of names and API tokens, and the rights behind rulings.

    Raises `Unavailable`.
    """
    with translate_errors("the journal"):
        return JournalAudit(store).run()


class JournalAudit:
    """Audit of the journal of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._position = 0
        self._began = False
        self._names: dict[str, NameStored | NameRemoved] = {}
        self._api_tokens: dict[str, ApiTokenStored] = {}
        self._rulings: list[tuple[str, Fact]] = []

    def run(self) -> JournalResult:
        """Returns the result of the audit."""
        tree = self._store.tree
        has_record = bool(tree.positions_of(JOURNAL) or tree.list_entries(JOURNAL))
        entries, heads, findings = audit_other_record(self._store, JOURNAL) if has_record else (0, 0, [])
        self._read_log()
        differences = self._find_differences()
        for _ in range(MAX_ROUNDS):
            if not (differences and self._read_log()):
                break
            again = self._find_differences()  # rows of later entries are no differences
            differences = {subject: again[subject] for subject in differences if subject in again}
        findings += [
            Finding(subject, 0, sentence)
            for subject, sentences in differences.items()
            for sentence in sentences
        ]
        findings += self._find_wrongful_rulings()
        erased = sum(isinstance(entry, NameRemoved) for entry in self._names.values())
        names = len(self._names) - erased
        return JournalResult(entries, heads, names, erased, len(self._api_tokens), findings)

    def _read_log(self) -> bool:
        """Replays the entries after those read. Returns whether any exist."""
        before = self._position
        while rows := self._store.log_rows(self._position, BATCH_SIZE, topics=_TOPICS):
            self._position = rows[-1].id
            for row in rows:
                record = str(row.originator_id)
                try:
                    self._replay_fact(record, self._store.decode_row(row))
                except (CorruptStream, UnknownFact):
                    continue  # the audit of its record reports it
        return self._position > before

    def _replay_fact(self, record: str, fact: Fact) -> None:
        match fact.event:
            case NameStored(player) | NameRemoved(player) as entry if record == JOURNAL:
                self._names[player] = entry
            case ApiTokenStored(token) as entry if record == JOURNAL:
                self._api_tokens[token] = entry
            case Ruled() | JudgeLooked() if self._began:  # earlier rights are in no journal
                self._rulings.append((record, fact))
        self._began |= record == JOURNAL

    def _find_differences(self) -> Differences:
        differences: Differences = defaultdict(list)
        players = set[str]()
        for row, salt in self._list_people():
            players.add(row.id)
            differences[row.id] += _compare_name(self._names.get(row.id), row, salt)
        for player, entry in self._names.items():
            if isinstance(entry, NameStored) and player not in players:
                differences[player].append("The row of this player was deleted without an erasure.")
        rows = {row.id: row for row in self._store.api_tokens.list_api_tokens()}
        for id in sorted(rows.keys() | self._api_tokens.keys()):
            differences[f"API token {id}"] += _compare_token(self._api_tokens.get(id), rows.get(id))
        return {subject: sentences for subject, sentences in differences.items() if sentences}

    def _list_people(self) -> Iterator[tuple[PersonRow, str]]:
        after = ""
        while rows := self._store.people.list_salted_rows(after, BATCH_SIZE):
            yield from rows
            after = rows[-1][0].id

    def _find_wrongful_rulings(self) -> Iterator[Finding]:
        holders = defaultdict[str, list[ApiTokenStored]](list)
        for entry in self._api_tokens.values():
            holders[entry.name].append(entry)
        for match, fact in self._rulings:
            assert isinstance(fact.event, Ruled | JudgeLooked)
            judge, at = fact.event.judge, fact.event.at
            if any(self._could_judge(entry, match, at) for entry in holders[judge]):
                continue
            if not self._store.import_facts(match):  # the rights of another service are in its own journal
                yield Finding(match, fact.seq, f"At fact {fact.seq}, {judge} had no API token that judges.")

    def _could_judge(self, entry: ApiTokenStored, match: str, at: int) -> bool:
        """Returns whether the token of *entry* could judge *match* at the time *at*."""
        words = entry.scopes.split()
        events = [word for word in words if ":" in word]
        return (
            "judge" in words
            and entry.created <= at + GRACE_MS
            and not 0 < entry.expires <= at - GRACE_MS
            and not 0 < entry.revoked <= at - GRACE_MS
            and (not events or f"event:{self._event_of(match)}" in events)
        )

    def _event_of(self, match: str) -> str:
        opened = next(iter(self._store.raw_facts(match, 0, 1)), None)
        return opened.event.event if opened and isinstance(opened.event, MatchOpened) else ""


def _compare_name(entry: NameStored | NameRemoved | None, row: PersonRow, salt: str) -> Iterator[str]:
    match entry:
        case None:
            yield "The row of this player was inserted: the journal has no entry of it."
            return
        case NameRemoved():
            yield "The row of this player was put back after its erasure."
            return
    try:
        now = commit_name(*row, salt)
    except ValueError:
        yield "The salt of this player was altered."
        return
    if now.name != entry.name:
        yield "The name of this player, its likeness or its salt was altered."
    if now.key != entry.key and (now.name == entry.name or bool(now.key) != bool(entry.key)):
        yield "The account of this player was altered: its key is another, or is there or gone."


def _compare_token(entry: ApiTokenStored | None, row: ApiTokenRow | None) -> Iterator[str]:
    if row is None:
        yield "The row of this token was deleted."
        return
    if entry is None:
        yield "The row of this token was inserted: the journal has no entry of it."
        return
    if row.digest != entry.digest:
        yield "The digest of this token was altered: another secret is valid."
    for field in ("scopes", "name", "created", "expires", "revoked"):
        now, entered = getattr(row, field), getattr(entry, field)
        if now != entered:
            yield f"The field “{field}” of this token was altered: it is “{now}”, and was “{entered}”."
