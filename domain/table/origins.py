"""The origin of an imported match."""

from __future__ import annotations

from msgspec import Struct

from ..model import Fact
from ..published import OptionalText
from .facts import MatchImported


class Import(Struct, frozen=True, omit_defaults=True):
    """Origin of an imported match: this service has not checked the facts before fact `seq`.

    `by` is the importer. `house` is the signing name of the other service, `key` its public key; both are
    missing for a transcript, which has no signature. `trusted` is whether the operator of this service
    knows the key; stored views lack it.
    """

    seq: int
    by: str
    house: OptionalText = ""
    key: OptionalText = ""
    trusted: bool | None = None


def imported_by(fact: Fact) -> Import:
    """Returns the origin that *fact*, an import, records."""
    event = fact.event
    assert isinstance(event, MatchImported)
    return Import(fact.seq, event.by, event.house, event.key)
