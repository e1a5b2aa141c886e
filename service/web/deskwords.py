"""What the scripts of the judge's desk say, in the language of the request."""

from __future__ import annotations

from typing import Any

from .tongues import says


def desk_words() -> dict[str, Any]:
    """Returns every word of the desk, by what its scripts call it."""
    return {"case": says("Case {number}")}
