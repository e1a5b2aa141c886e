"""Facts as CloudEvents 1.0, for routing and storage by other services."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal
from urllib.parse import quote

from msgspec import UNSET, Struct, UnsetType

from domain.notation import event_tag
from domain.published import InstantText, to_text
from domain.table import UNSIGNED, Import
from domain.timestamps import recorded_at

from ..matches.viewing.named_facts import NamedFact

BATCH = "application/cloudevents-batch+json"


class CloudEvent(Struct, frozen=True):
    """A fact as a CloudEvent (https://github.com/cloudevents/spec, version 1.0.2, JSON format).

    `source` is the name of the service, `subject` the match. `sequence` is an extension of the
    specification that sorts as text in the order of the facts. `time` is that of the answer or command that
    caused the fact. The extension `position` is that of the fact in the feed of all matches: text, for it
    may outgrow 32 bits. The extension `imported` is present for an imported match: the key that signed it
    elsewhere, or `transcript` if it has no signature.
    """

    id: str
    source: str
    type: str
    subject: str
    sequence: str
    data: NamedFact
    dataschema: str | UnsetType = UNSET
    time: InstantText | UnsetType = UNSET
    position: str | UnsetType = UNSET
    imported: str | UnsetType = UNSET
    specversion: Literal["1.0"] = "1.0"
    datacontenttype: Literal["application/json"] = "application/json"


def cloud_events(
    service: str,
    match: str,
    facts: Iterable[NamedFact],
    at: int = 0,
    dataschema: str | UnsetType = UNSET,
    imported: Import | UnsetType | None = None,
) -> Iterator[CloudEvent]:
    """Yields *facts* of *match* as the events of *service*.

    *at* is the time of the preceding fact. *imported* is the origin of the match.
    """
    imported_key = (imported.key or UNSIGNED) if imported else UNSET
    for fact in facts:
        at = recorded_at(fact.event) or at
        yield CloudEvent(
            id=f"{match}/{fact.seq}",
            source=quote(service),
            type=event_tag(type(fact.event)),
            subject=match,
            sequence=f"{fact.seq:010}",
            dataschema=dataschema,
            data=fact,
            time=to_text(at) or UNSET,
            imported=imported_key,
        )
