"""The record of a match as one portable file, `recount-record/1`: all facts, and all that proves them.

It is JSON. Every fact is there as everybody may know it, with the fields that this copy's viewer may see
opened besides; so copies for different eyes hold the same facts, hashes and head.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.decider import Rules
from domain.errors import LocalizableError
from domain.games import VOCABULARY
from domain.messages import Message
from domain.model import CHANCE, Fact, Viewer
from domain.notation import Vocabulary, event_tag
from domain.table import MatchEnded, MatchImported, MatchOpened, Rewound
from domain.tournament.facts import TournamentImported

from .chain import GENESIS, Opening, Sealed, Sealer, link
from .log import Logged
from .notes import Key
from .receipts import Receipt

NAME, VERSION = "recount-record", "1"
FORMAT = f"{NAME}/{VERSION}"

IMPORTED = (event_tag(MatchImported), event_tag(TournamentImported))
SEED = "seed"
"""The field that holds what everything on a line is drawn from."""


class Damaged(LocalizableError, ValueError):
    """A file is no record of a match, or none that can be read; the message says why."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A fact of a record: its public form, its hash, and the fields that only this copy's viewer may see."""

    seq: int
    cause: int
    rule: str
    type: str
    data: dict[str, Any]
    hash: str
    sealed: dict[str, str] = {}
    opened: dict[str, Opening] = {}

    @property
    def public(self) -> Sealed:
        """The fact as it was sealed."""
        return Sealed(self.seq, self.cause, self.rule, self.type, self.data, self.sealed)

    @property
    def whole(self) -> bool:
        """Whether nothing of the fact is left sealed."""
        return self.sealed.keys() <= self.opened.keys()

    def fact(self, vocabulary: Vocabulary = VOCABULARY) -> Fact:
        """Returns the fact, as far as it is opened; raises `msgspec.ValidationError`."""
        told = self.data | {field: opening.value for field, opening in self.opened.items()}
        kind = vocabulary[self.type]
        event = msgspec.convert(told | {"type": self.type}, kind)
        return Fact(self.seq, self.cause, self.rule, event)


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The card set of a match: its digest, and its data unless they are left out.

    The digest is the SHA-256, in hex, of the data as JSON without white space, in the order of the file.
    """

    digest: str
    data: dict[str, Any] | None = None

    @property
    def fits(self) -> bool:
        """Whether the data, if they are told, are those of the digest."""
        return self.data is None or hashlib.sha256(msgspec.json.encode(self.data)).hexdigest() == self.digest


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A match, written for one viewer.

    `logged` proves that the last hash is in the Merkle log with the signed `checkpoint`. `keys` are the
    signing keys of the service. Get them from elsewhere to trust them.
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

    @property
    def head(self) -> str:
        """The hash of the last fact."""
        return self.facts[-1].hash if self.facts else GENESIS

    @property
    def imports(self) -> list[Entry]:
        """The facts that tell where the match was brought from."""
        return [entry for entry in self.facts if entry.type in IMPORTED]


def write(
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
    whole: bool = False,
) -> Record:
    """Returns the record of *match*, from its first fact on, for *viewer*.

    Whoever sees the order of the decks is the judge, whose copy opens everything, the digests of tokens
    included; seeds only if they are revealed by now, or *whole* says so: who knows one knows all that will be
    drawn. *cards* are the data of the card set. *logged* and *checkpoint* have to be of one size.
    """
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    sealer = Sealer(match, rules, opened)
    eyes = None if CHANCE in viewer.shares else viewer
    last = len(facts) if whole else revealed(facts)
    entries: list[Entry] = []
    head = GENESIS
    for fact in facts:
        public = sealer.seal(fact)
        head = link(match, head, public)
        told = (public.seq, public.cause, public.rule, public.type, public.data)
        opened_here = sealer.open(fact, eyes)
        if fact.seq > last:
            opened_here.pop(SEED, None)
        entries.append(Entry(*told, head, public.sealed, opened_here))
    return Record(
        FORMAT,
        match,
        viewer.name,
        opened.game,
        Cards(opened.cards, cards),
        tuple(entries),
        logged,
        checkpoint,
        tuple(map(str, keys)),
        tuple(receipts),
    )


def revealed(facts: Iterable[Fact]) -> int:
    """Returns up to which of *facts* the seeds of lines are revealed: the last end of the match, or 0."""
    return max((fact.seq for fact in facts if isinstance(fact.event, MatchEnded)), default=0)


def undisclosed(facts: Sequence[Fact]) -> list[Fact]:
    """Returns *facts* without the seeds of lines that go on."""
    last = revealed(facts)
    return [
        replace(fact, event=replace(fact.event, seed=""))
        if fact.seq > last and isinstance(fact.event, MatchOpened | Rewound)
        else fact
        for fact in facts
    ]


def dump(record: Record) -> bytes:
    """Returns *record* as a file."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def named_once(fields: Sequence[tuple[str, Any]]) -> None:
    """Raises `Damaged` for an object that tells a field twice: other readers may believe the other one."""
    names: set[str] = set()
    for name, _ in fields:
        if name in names:
            raise Damaged(
                Message("This is no record of a match: it tells “{name}” twice in one place.", name=name)
            )
        names.add(name)


class _Header(Struct, frozen=True):
    """What a file is asked first."""

    format: str = ""


def read(file: bytes) -> Record:
    """Returns the record that *file* holds; raises `Damaged`.

    What it tells is not believed yet: that is for `check.check`.
    """
    try:
        header = msgspec.json.decode(file, type=_Header)
        name, _, version = header.format.partition("/")
        if name != NAME:
            raise Damaged(
                Message(
                    "This is no record of a match: its format is “{format}”, not “{ours}”.",
                    format=header.format,
                    ours=FORMAT,
                )
            )
        if version != VERSION:
            raise Damaged(
                Message(
                    "This record is of version {version}; this Recount reads version {ours}.",
                    version=version,
                    ours=VERSION,
                )
            )
        record = msgspec.json.decode(file, type=Record)
        json.loads(file, object_pairs_hook=named_once, parse_int=str, parse_float=str)
    except msgspec.ValidationError as error:
        raise Damaged(Message("This is no whole record of a match: {error}.", error=str(error))) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(
            Message("This is no record of a match, or it was cut off: {error}.", error=str(error))
        ) from error
    for entry in record.facts:
        if entry.type not in VOCABULARY:
            raise Damaged(
                Message(
                    "Fact {seq} is “{kind}”, which this version of Recount does not know: "
                    "the record was written by a newer one, or the name was changed.",
                    seq=entry.seq,
                    kind=entry.type,
                )
            )
    return record
