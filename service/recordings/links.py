"""Links of scribes."""

from __future__ import annotations

from flask import url_for


def scribe_address(match: str, token: str) -> str:
    """Returns the link that lets a device record *match*; its fragment, the key, reaches no log."""
    return f"{url_for('recording.show', match=match, _external=True)}#key={token}"
