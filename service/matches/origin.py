"""Origin of an imported match, in the language of the request."""

from __future__ import annotations

from domain.table import Import
from replays.proof.notes import read_key

from ..shared.i18n import says


def describe_origin(imported: Import | None) -> str:
    """Returns the service, importer and key of an import, or an empty text without one."""
    if imported is None:
        return ""
    if not imported.key:
        return says("A transcript that nobody signed, imported by {by}", by=imported.by)
    fields = {"house": imported.house, "by": imported.by, "key": read_key(imported.key).fingerprint}
    if imported.trusted:
        return says("Imported from {house} by {by}, key {key} (trusted)", **fields)
    return says("Imported from {house} by {by}, key {key} (unknown)", **fields)
