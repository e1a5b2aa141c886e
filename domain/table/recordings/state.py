"""The state of a recording within its match: its film, its scribe and its signatures."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...decider import Position
from ...errors import Drift
from ...model import Fact, Seat
from ...recording.recording import Recording
from ...rules import Rules
from ..cases import Case
from .facts import Corrected, Entered, Named, Objected, RecordAside, ScribeChanged, Signed
from .film import NO_FILM, Film, correct_recording, entry_of


class TableRecord(Struct, frozen=True):
    """A recording, with the digest of its scribe's token, the seats that signed, and its photos.

    `film` has the present line and those that follow, as far as they are already known; its cards are those
    of the last deal. Without it the recording itself has the cards. `has_scribe` is whether it had a scribe
    yet; without one, the table is closed to the public. `objections` have the seat and the fact of each
    objection.
    """

    recording: Recording[Any, Any]
    film: Film = NO_FILM
    scribe: str = ""
    has_scribe: bool = False
    signed: tuple[Seat, ...] = ()
    objections: tuple[tuple[Seat, int], ...] = ()
    photos: tuple[int, ...] = ()

    def fill_fact(self, fact: Fact) -> Fact:
        """Returns *fact* with the hidden cards of the deal; raises `Drift` for one that no entry leads to."""
        full_fact = self.line.full_fact(fact.seq)
        if full_fact is None or type(full_fact.event) is not type(fact.event):
            raise Drift(fact.seq, fact.event, "no entry")
        return full_fact

    def enter(self, seq: int, entered: Entered) -> TableRecord:
        """Returns the record after an entry, the fact *seq*."""
        return self._with_recording(seq, self.recording.follow(entry_of(entered), seq, entered.dealt))

    def name(self, seq: int, named: Named) -> TableRecord:
        """Returns the record after a name, the fact *seq*."""
        recording = self.recording.follow_name(named.card, named.ref, named.dealt)
        return self._with_recording(seq, recording)

    def correct(self, rules: Rules[Any, Any], seq: int, corrected: Corrected) -> TableRecord:
        """Returns the record after a correction, the fact *seq*; raises like `correct_recording`."""
        if not corrected.position:
            return self
        return self._with_recording(seq, correct_recording(rules, self.recording, seq, corrected))

    def rewind(self, seq: int, to: int) -> TableRecord:
        """Returns the record on a new line that begins after fact *to*, by the fact *seq*."""
        return self._with_recording(seq, self.recording.rewind(to), self.film.after_rewind())

    def _with_recording(
        self, seq: int, recording: Recording[Any, Any], film: Film | None = None
    ) -> TableRecord:
        film = self.film if film is None else film
        return replace(self, recording=recording, film=film if seq <= film.last else NO_FILM, signed=())

    def end_film(self) -> TableRecord:
        """Returns the record with the recording that the film has decided already."""
        return replace(self, recording=self.line, film=NO_FILM)

    @property
    def line(self) -> Recording[Any, Any]:
        """The recording that has the cards, with all entries of its line that are already known."""
        return self.film.lines[0] if self.film.lines else self.recording

    @property
    def is_foreseen(self) -> bool:
        """Whether the film has the cards of the present line."""
        return bool(self.film.lines)

    def apply_aside(self, aside: RecordAside, seq: int) -> TableRecord:
        """Returns the record after an *aside*, the fact *seq*."""
        match aside:
            case ScribeChanged(token):
                return replace(self, scribe=token, has_scribe=self.has_scribe or bool(token))
            case Signed(seat):
                return replace(self, signed=(*(other for other in self.signed if other != seat), seat))
            case Objected(seat):
                signed = tuple(other for other in self.signed if other != seat)
                return replace(self, objections=(*self.objections, (seat, seq)), signed=signed)
        return self

    def list_open_objections(self, cases: tuple[Case, ...]) -> dict[int, Seat]:
        """Returns the seats with objections whose cases are open, by the facts of the objections."""
        opened = {case.said[0] for case in cases if case.status == "open"}
        return {seq: seat for seat, seq in self.objections if seq + 1 in opened}

    def list_appeals(self, cases: tuple[Case, ...], seat: Seat) -> tuple[int, ...]:
        """Returns the numbers of the cases about objections in which an appeal of *seat* waits."""
        opened = {seq + 1 for _, seq in self.objections}
        return tuple(
            case.number
            for case in cases
            if case.status == "appealed" and case.appellant == f"seat:{seat}" and case.said[0] in opened
        )

    def settle_cases(self, cases: tuple[Case, ...], aside: RecordAside) -> tuple[Case, ...]:
        """Returns *cases* after *aside*: a signature settles the open objections and appeals of its seat.

        The appeal of another seat waits for its ruling.
        """
        if not isinstance(aside, Signed):
            return cases
        seats = self.list_open_objections(cases)
        return tuple(
            replace(case, status="closed")
            if seats.get(case.said[0] - 1) == aside.seat or case.number in aside.appeals
            else case
            for case in cases
        )

    def add_photo(self, seq: int) -> TableRecord:
        """Returns the record after a photo, the fact *seq*."""
        return replace(self, photos=(*self.photos, seq))

    def next_position(self, seq: int) -> Position[Any]:
        """Returns the position before the next entry, as after fact *seq*."""
        recording = self.line
        count = len(self.recording.entries)
        has_later = count < len(recording.entries)
        position = recording.position_before(count + 1) if has_later else recording.position
        return replace(position, seq=seq)
