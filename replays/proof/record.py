"""A match as one portable JSON file, `recount-record/1`, with all facts and proofs.

Every fact is in its public form, with the fields open to the viewer of this copy. All copies share the same
facts, hashes and head.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.errors import LocalizableError
from domain.games import VOCABULARY
from domain.messages import Message
from domain.model import CHANCE, Fact, Viewer
from domain.notation import Vocabulary, event_tag
from domain.rules import Rules
from domain.table import MatchEnded, MatchImported, MatchOpened, Rewound
from domain.tournament.facts import TournamentImported

from .chain import GENESIS, CommittedFact, FactCommitter, Opening, link_hash
from .log import Logged
from .notes import Key
from .receipts import Receipt
from .standalone.strict_json import NotStrict, parse_json

NAME, VERSION = "recount-record", "1"
FORMAT = f"{NAME}/{VERSION}"

IMPORTED = (event_tag(MatchImported), event_tag(TournamentImported))
SEED = "seed"
"""The field with the seed of a line."""


class UnreadableRecord(LocalizableError, ValueError):
    """A file is no readable record of a match. The message has the reason."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """The public form of a fact, its hash, and the fields only for this copy's viewer."""

    seq: int
    cause: int
    rule: str
    type: str
    data: dict[str, Any]
    hash: str
    sealed: dict[str, str] = {}
    opened: dict[str, Opening] = {}

    @property
    def committed_fact(self) -> CommittedFact:
        """The committed fact."""
        return CommittedFact(self.seq, self.cause, self.rule, self.type, self.data, self.sealed)

    @property
    def is_open(self) -> bool:
        """Whether all fields of the fact are open."""
        return self.sealed.keys() <= self.opened.keys()

    def decode_fact(self, vocabulary: Vocabulary = VOCABULARY) -> Fact:
        """Returns the fact with its open fields; raises `msgspec.ValidationError`."""
        fields = self.data | {field: opening.value for field, opening in self.opened.items()}
        kind = vocabulary[self.type]
        event = msgspec.convert(fields | {"type": self.type}, kind)
        return Fact(self.seq, self.cause, self.rule, event)


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The digest of the card set of a match, and perhaps its data.

    The digest is the SHA-256, in hex, of the data as JSON without white space, in the order of the file.
    """

    digest: str
    data: dict[str, Any] | None = None

    @property
    def matches_digest(self) -> bool:
        """Whether the data, if present, match the digest."""
        return self.data is None or hashlib.sha256(msgspec.json.encode(self.data)).hexdigest() == self.digest


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A match, written for one viewer.

    `logged` proves that the last hash is in the Merkle log with the signed `checkpoint`. `keys` are the
    signing keys of the service. Get them from elsewhere to trust them. `revocations` are its statements on
    keys that it revoked, if any.
    """

    format: str
    match: str
    viewer: str
    game: str
    cards: Cards
    facts: tuple[Entry, ...]
    logged: Logged | None = None
    checkpoint: str = ""
    keys: tuple[str, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    revocations: tuple[str, ...] | UnsetType = UNSET

    @property
    def head(self) -> str:
        """The hash of the last fact."""
        return self.facts[-1].hash if self.facts else GENESIS

    def decode_facts(self) -> list[Fact]:
        """Returns all facts with their open fields; raises `UnreadableRecord` for a form of no version."""
        return [self._decode_entry(entry) for entry in self.facts]

    def _decode_entry(self, entry: Entry) -> Fact:
        try:
            return entry.decode_fact()
        except msgspec.ValidationError as error:
            raise UnreadableRecord(
                Message(
                    "Fact {seq}, “{kind}”, of this match by version {version} of the rules has a form that "
                    "no version wrote: {error}.",
                    seq=entry.seq,
                    kind=entry.type,
                    version=self.facts[0].data.get("version", 1),
                    error=str(error),
                )
            ) from error

    @property
    def imports(self) -> list[Entry]:
        """The facts that name the origin of an imported match."""
        return [entry for entry in self.facts if entry.type in IMPORTED]


def write_record(
    match: str,
    viewer: Viewer,
    rules: Rules[Any, Any],
    facts: Sequence[Fact],
    *,
    cards: dict[str, Any] | None = None,
    logged: Logged | None = None,
    checkpoint: str = "",
    keys: Iterable[Key] = (),
    receipts: Iterable[Receipt] = (),
    revocations: Iterable[str] = (),
    with_live_seeds: bool = False,
) -> Record:
    """Returns the record of *match* for *viewer*.

    A viewer of the decks is the judge. The judge's copy opens everything, including the digests of tokens.
    Unrevealed seeds are open only for *with_live_seeds*, since a seed determines all later draws. *cards* are
    the data of the card set. *logged* and *checkpoint* must have the same size.
    """
    opening = facts[0].event
    assert isinstance(opening, MatchOpened)
    committer = FactCommitter(match, rules, opening)
    reader = None if CHANCE in viewer.shares else viewer
    last = len(facts) if with_live_seeds else last_revealed(facts)
    entries: list[Entry] = []
    head = GENESIS
    for fact in facts:
        public = committer.commit_fact(fact)
        head = link_hash(match, head, public)
        public_fields = (public.seq, public.cause, public.rule, public.type, public.data)
        openings = committer.open_fields(fact, reader)
        if fact.seq > last:
            openings.pop(SEED, None)
        entries.append(Entry(*public_fields, head, public.sealed, openings))
    return Record(
        FORMAT,
        match,
        viewer.name,
        opening.game,
        Cards(opening.cards, cards),
        tuple(entries),
        logged,
        checkpoint,
        tuple(map(str, keys)),
        tuple(receipts),
        tuple(revocations) or UNSET,
    )


def last_revealed(facts: Iterable[Fact]) -> int:
    """Returns the last fact with revealed seeds, the last end of the match, or 0."""
    return max((fact.seq for fact in facts if isinstance(fact.event, MatchEnded)), default=0)


def without_live_seeds(facts: Sequence[Fact]) -> list[Fact]:
    """Returns *facts* without the seeds of unfinished lines."""
    last = last_revealed(facts)
    return [
        replace(fact, event=replace(fact.event, seed=""))
        if fact.seq > last and isinstance(fact.event, MatchOpened | Rewound)
        else fact
        for fact in facts
    ]


def dump_record(record: Record) -> bytes:
    """Returns *record* as a file."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


class _Header(Struct, frozen=True):
    """The format of a file."""

    format: str = ""


def read_record(file: bytes) -> Record:
    """Returns the unverified record in *file*; raises `UnreadableRecord`."""
    try:
        header = msgspec.json.decode(file, type=_Header)
        name, _, version = header.format.partition("/")
        if name != NAME:
            raise UnreadableRecord(
                Message(
                    "This is no record of a match: its format is “{format}”, not “{ours}”.",
                    format=header.format,
                    ours=FORMAT,
                )
            )
        if version != VERSION:
            raise UnreadableRecord(
                Message(
                    "This record is of version {version}; this Recount reads version {ours}.",
                    version=version,
                    ours=VERSION,
                )
            )
        record = msgspec.json.decode(file, type=Record)
        parse_json(file)
    except msgspec.ValidationError as error:
        raise UnreadableRecord(
            Message("This is no whole record of a match: {error}.", error=str(error))
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, NotStrict) as error:
        raise UnreadableRecord(
            Message("This is no record of a match, or it was cut off: {error}.", error=str(error))
        ) from error
    for entry in record.facts:
        if entry.type not in VOCABULARY:
            raise UnreadableRecord(
                Message(
                    "Fact {seq} is “{kind}”, which this version of Recount does not know: "
                    "the record was written by a newer one, or the name was changed.",
                    seq=entry.seq,
                    kind=entry.type,
                )
            )
    return record
