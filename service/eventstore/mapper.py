"""Mapper between facts and the stored events of the `eventsourcing` library."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import NamedTuple

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from domain.messages import Message
from domain.model import Fact
from projections.event_log import CorruptStream

from .codec import Codec


class Entry(NamedTuple):
    """Fact as a domain event of the library.

    Its match is the originator and its `seq` the version.
    """

    originator_id: str
    originator_version: int
    fact: Fact


class ImportedStream(NamedTuple):
    """Complete imported stream with its facts and their head."""

    record: str
    facts: Sequence[Fact]
    head: str


class StreamTail(NamedTuple):
    """Last facts of a stream with their head, empty if none exists."""

    facts: list[Fact]
    head: str


class FactMapper(Mapper[str]):
    """Mapper of entries to stored events with permanent names and compact arrays."""

    def __init__(self, codec: Codec) -> None:
        super().__init__(JSONTranscoder())
        self._codec = codec

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Returns an entry as a row of the store."""
        assert type(domain_event) is Entry
        match, seq, fact = domain_event
        return StoredEvent(match, seq, *self._codec.encode_fact(fact))

    def encode_fact(self, fact: Fact) -> tuple[str, bytes]:
        """Returns the topic and the state of a *fact*."""
        return self._codec.encode_fact(fact)

    def to_domain_event(self, stored_event: StoredEvent) -> Entry:
        """Returns a row as an entry. Raises `UnknownFact` and `CorruptStream`."""
        match, seq = stored_event.originator_id, stored_event.originator_version
        assert isinstance(match, str)
        return Entry(match, seq, self.decode_row(stored_event))

    def decode_row(self, row: StoredEvent) -> Fact:
        """Returns the fact of a row. Raises `UnknownFact` and `CorruptStream`."""
        seq = row.originator_version
        try:
            return self._codec.decode_fact(seq, row.topic, row.state)
        except (msgspec.MsgspecError, ValueError, TypeError) as error:
            message = Message(
                "Fact {seq}, “{kind}”, has no form that Recount {version} reads.",
                seq=seq,
                kind=row.topic,
                version=version("recount"),
            )
            raise CorruptStream(message) from error
