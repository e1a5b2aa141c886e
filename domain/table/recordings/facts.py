"""The vocabulary of recordings: entries, corrections and signatures of a match on a real table.

The facts of the game that follow from an entry are stored as a spectator sees them. A card that is named
later changes none of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ...model import Asker, Event, Picks, Seat
from ...published import Confidential, Instant, OptionalText
from ...recording.entries import Dealt, Legality, Means, Ref, Sighting
from ..facts import Aside, Party, TableFact


class RecordFact(TableFact, frozen=True, tag=lambda name: f"record.{name}"):
    """Something that people entered about a match on a real table."""


class RecordAside(Aside, frozen=True, tag=lambda name: f"record.{name}"):
    """Something about a recording that changes nothing about its game."""


class ScribeChanged(RecordAside, frozen=True):
    """A scribe got the right to enter what happens, with a token; an earlier scribe's token is void.

    `token`, a SHA-256, never leaves the service. Without one, the recording has no scribe any more.
    """

    token: OptionalText
    by: Party
    at: Instant


class Entered(RecordFact, frozen=True):
    """Entry number `entry` of this line: an answer of a seat, and the cards that became visible until it.

    `id` is the device's own name of the entry, and `text` the notation as somebody typed it. The entry is
    `legal` with the named cards alone, or `possible` in some deal. The facts of the game follow. `dealt` are
    the hidden choices of a deal that agrees with all entries: a possibility, never evidence, and never shown.
    `device_at` is the time on the device. A seat that `leaves` gives no answer: it retires.
    """

    entry: int
    id: str
    seat: Asker
    picks: Picks
    sightings: tuple[Sighting, ...]
    by: Party
    at: Instant
    legality: Legality
    text: OptionalText = ""
    device_at: Instant = 0
    dealt: tuple[Dealt, ...] = ()
    leaves: bool = False


class Named(RecordFact, frozen=True):
    """Somebody named a card that had moved face down: the word `ref.index` of fact `ref.fact`.

    `dealt` is as in an entry.
    """

    ref: Ref
    card: str
    how: Means
    by: Party
    at: Instant
    dealt: tuple[Dealt, ...] = ()


class Amended(RecordFact, frozen=True):
    """Entry number `entry` was wrong: a new line begins before it, and its correct entries follow."""

    entry: int
    why: str
    by: Party
    at: Instant


SignatureMeans: TypeAlias = Literal["phone", "paper"]


class Corrected(RecordFact, frozen=True):
    """The board of the table is another one than the entries lead to: the game goes on from `position`.

    It is in the notation of the game, with `?` for unknown cards. `told` are the facts of an effect under
    way.
    """

    position: str
    why: str
    by: Party
    at: Instant
    told: tuple[str, ...] = ()


class Irregular(Corrected, frozen=True):
    """The table broke a rule, by its number, and play went on; without a `position` the table undid it.

    `seat` is the one that broke it.
    """

    rule: OptionalText = ""
    seat: Seat | None = None


class GapNoted(Corrected, frozen=True):
    """Nobody recorded some `turns`, 0 for an unknown number."""

    turns: int = 0


class Signed(RecordAside, frozen=True):
    """A seat signed the recording up to the hash `head` of a fact, on a phone or on paper.

    `appeals` are the cases about objections in which it thereby gave up its own appeal.
    """

    seat: Seat
    head: str
    how: SignatureMeans
    by: Party
    at: Instant
    appeals: tuple[int, ...] = ()


class Objected(RecordAside, frozen=True):
    """A seat objected to an entry, or to the whole recording (entry 0); only the table reads the reason."""

    seat: Seat
    entry: int
    text: Confidential
    by: Party
    at: Instant


class DrawNoted(RecordAside, frozen=True):
    """A seat noted a card that it alone saw: the word `ref.index` of fact `ref.fact`.

    Only that seat reads `card`, and the deal does not use it. After the end the notes become names.
    """

    seat: Seat
    ref: Ref
    card: Confidential
    by: Party
    at: Instant


class NoteContradicted(RecordAside, frozen=True):
    """After the end no deal was found in which `card` lies where a seat had noted it."""

    seat: Seat
    ref: Ref
    card: str
    at: Instant


FACTS: tuple[type[Event], ...] = (
    ScribeChanged,
    Entered,
    Named,
    Amended,
    Irregular,
    GapNoted,
    Signed,
    Objected,
    DrawNoted,
    NoteContradicted,
)
