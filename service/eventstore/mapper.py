"""What the `eventsourcing` library calls a domain event is, here, a fact of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from domain.messages import Message
from domain.model import Fact
from projections.event_log import CorruptStream

from .codec import Codec


class Entry(NamedTuple):
    """A fact in the words of the library: its match is the originator, its `seq` the version."""

    originator_id: str
    originator_version: int
    fact: Fact


class Begun(NamedTuple):
    """A whole record that is brought: its id, all of its facts, and the head that they lead to."""

    record: str
    facts: Sequence[Fact]
    head: str


class Tail(NamedTuple):
    """The last facts of a record, and the head that they lead to; empty when none was recorded."""

    facts: list[Fact]
    head: str


class FactMapper(Mapper[str]):
    """Maps entries to stored events and back: permanent names for topics, compact arrays for states."""

    def __init__(self, codec: Codec) -> None:
        super().__init__(JSONTranscoder())
        self._codec = codec

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Returns an entry as a row of the store."""
        assert type(domain_event) is Entry
        match, seq, fact = domain_event
        return StoredEvent(match, seq, *self._codec.write(fact))

    def to_domain_event(self, stored_event: StoredEvent) -> Entry:
        """Returns a row of the store as an entry; raises `codec.UnknownFact` and `CorruptStream`."""
        match, seq = stored_event.originator_id, stored_event.originator_version
        assert isinstance(match, str)
        return Entry(match, seq, self.fact(stored_event))

    def fact(self, row: StoredEvent) -> Fact:
        """Returns the fact that a row of the store tells; raises the same."""
        seq = row.originator_version
        try:
            return self._codec.read(seq, row.topic, row.state)
        except (msgspec.MsgspecError, ValueError, TypeError) as error:
            raise CorruptStream(Message("Fact {seq} cannot be read.", seq=seq)) from error
