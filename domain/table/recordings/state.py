"""The state of a recording within its match: its film, its scribe and its signatures."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...decider import Position
from ...errors import Drift
from ...model import Fact, Seat
from ...recording.recording import Recording
from .facts import Entered, Objected, RecordAside, ScribeChanged, Signed
from .film import Film, entry_of


class TableRecord(Struct, frozen=True):
    """A recording, with the digest of its scribe's token, and the seats that signed or objected.

    `film` has the present line and the lines that follow, as far as they are already known; its cards are
    those of the last deal. Without a film the recording itself has the cards.
    """

    recording: Recording[Any, Any]
    film: Film = ()
    scribe: str = ""
    signed: tuple[Seat, ...] = ()
    objected: tuple[Seat, ...] = ()

    def fill_fact(self, fact: Fact) -> Fact:
        """Returns *fact* with the hidden cards of the deal; raises `Drift` for one that no entry leads to."""
        full_fact = (self.film[0] if self.film else self.recording).full_fact(fact.seq)
        if full_fact is None or type(full_fact.event) is not type(fact.event):
            raise Drift(fact.seq, fact.event, "no entry")
        return full_fact

    def enter(self, seq: int, entered: Entered) -> TableRecord:
        """Returns the record after an entry, the fact *seq*."""
        count = len(self.recording.entries) + 1
        film = self.film if self.film and count <= len(self.film[0].entries) else ()
        if film and count == len(film[0].entries):
            recording = film[0]
        else:
            recording = self.recording.follow(entry_of(entered), seq, entered.dealt)
        return replace(self, recording=recording, film=film, signed=(), objected=())

    def rewind(self, to: int) -> TableRecord:
        """Returns the record on a new line that begins after fact *to*."""
        recording, film = self.recording.rewind(to), self.film[1:]
        return replace(self, recording=recording, film=film, signed=(), objected=())

    def apply_aside(self, aside: RecordAside) -> TableRecord:
        """Returns the record after an *aside*."""
        match aside:
            case ScribeChanged(token):
                return replace(self, scribe=token)
            case Signed(seat):
                signed = (*(other for other in self.signed if other != seat), seat)
                return replace(self, signed=signed, objected=tuple(o for o in self.objected if o != seat))
            case Objected(seat):
                objected = (*(other for other in self.objected if other != seat), seat)
                return replace(self, objected=objected, signed=tuple(o for o in self.signed if o != seat))
        return self

    def next_position(self, seq: int) -> Position[Any]:
        """Returns the position before the next entry, as after fact *seq*."""
        recording = self.film[0] if self.film else self.recording
        count = len(self.recording.entries)
        has_later = count < len(recording.entries)
        position = recording.position_before(count + 1) if has_later else recording.position
        return replace(position, seq=seq)
