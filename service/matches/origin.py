"""Where a match was brought from, as pages say it in the language of the request."""

from __future__ import annotations

from domain.table import Import
from replays.proof.notes import read_key

from ..shared.i18n import says


def origin(imported: Import | None) -> str:
    """Returns where a match was brought from, by whom, and by which key it was signed there; empty: here."""
    if imported is None:
        return ""
    if not imported.key:
        return says("A transcript that nobody signed, imported by {by}", by=imported.by)
    fields = {"house": imported.house, "by": imported.by, "key": read_key(imported.key).fingerprint}
    if imported.trusted:
        return says("Imported from {house} by {by}, key {key} (trusted)", **fields)
    return says("Imported from {house} by {by}, key {key} (unknown)", **fields)
