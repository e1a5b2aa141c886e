"""Server-sent events, decoded as their bytes arrive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Event(NamedTuple):
    """An event: the id to resume after, and its data, empty where the event brings an id only."""

    id: str
    data: str


class Decoder:
    """Decodes one stream; `retry` is the delay in seconds that the server asks of a client that lost it."""

    def __init__(self) -> None:
        self.retry: float | None = None
        self._rest, self._id, self._data = b"", "", list[str]()

    def decode(self, chunk: bytes) -> Iterator[Event]:
        """Yields the events that *chunk* completes."""
        # JSON may hold U+2028, at which str.splitlines would cut an event in two.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            name, _, value = line.removesuffix(b"\r").decode().partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                self._data.append(value)
            elif name == "id":
                self._id = value
            elif name == "retry" and value.isdecimal():
                self.retry = int(value) / 1000
            elif not line.removesuffix(b"\r") and self._id:
                yield Event(self._id, "\n".join(self._data))
                self._data.clear()
