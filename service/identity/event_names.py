"""Names of an event and of its staff."""

from __future__ import annotations

from collections.abc import Callable

from .api_tokens import ApiToken


class EventNames:
    """Names of events. *read* returns the names of the judge and of the event of an API token."""

    def __init__(self, read: Callable[[ApiToken], tuple[str, str]]) -> None:
        self.read = read
