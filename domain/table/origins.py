"""The origin of an imported match."""

from __future__ import annotations

from msgspec import Struct

from ..model import Fact
from ..published import OptionalText
from .facts import MatchImported


class Import(Struct, frozen=True, omit_defaults=True):
    """Where a match was brought from, and by whom: this service has not seen the facts before fact `seq`.

    `house` is what the other service signs as, `key` the public key that it signed with; both are missing for
    a transcript, which nobody signed. `trusted` is whether the operator of this service knows the key; it is
    missing where a view is kept.
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
