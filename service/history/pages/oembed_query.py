"""Queries of oEmbed consumers (oembed.com, 2.2): the page, the largest size and the format."""

from __future__ import annotations

from typing import ClassVar, NamedTuple
from urllib.parse import SplitResult, urlsplit

from flask import request

from domain.errors import InvalidField, LocalizableError
from domain.messages import Message

WIDTH, HEIGHT = 720, 640
"""Default size of a frame in pixels."""
MIN_WIDTH, MIN_HEIGHT = 200, 150
"""Smallest size in pixels of a usable board."""


class InvalidQuery(InvalidField):
    """A parameter is missing, or has a value that it cannot have."""

    slug: ClassVar[str] = "wrong-parameter"

    def __init__(self, parameter: str, message: Message) -> None:
        super().__init__("", message)
        self.parameter = parameter


class UnofferedFormat(LocalizableError):
    """The consumer wants another format than JSON."""

    slug: ClassVar[str] = "not-offered"


class NothingToEmbed(LocalizableError):
    """The address is no page of this service, or its frame does not fit."""

    slug: ClassVar[str] = "not-found"


class Size(NamedTuple):
    """A size in pixels."""

    width: int
    height: int


class OembedQuery(NamedTuple):
    """The page at *url*, the size of its frame, and the largest size of its picture."""

    url: SplitResult
    frame: Size
    limit: Size | None


def read_query() -> OembedQuery:
    """Returns the query of the request; raises `InvalidQuery`, `UnofferedFormat` and `NothingToEmbed`."""
    format = request.args.get("format", "json")
    if format != "json":
        raise UnofferedFormat(Message("The format “{format}” is not offered. Use json.", format=format[:20]))
    address = request.args.get("url", "").strip()
    if not address:
        message = Message("`url` is missing. Send the address of a match or a tournament.")
        raise InvalidQuery("url", message)
    try:
        url = urlsplit(address)
    except ValueError as error:
        raise InvalidQuery("url", Message("“{url}” is no address.", url=address[:100])) from error
    width, height = _limit("maxwidth"), _limit("maxheight")
    frame = Size(min(WIDTH, width or WIDTH), min(HEIGHT, height or HEIGHT))
    if frame.width < MIN_WIDTH or frame.height < MIN_HEIGHT:
        raise NothingToEmbed(
            Message(
                "No frame is smaller than {width} by {height} pixels.", width=MIN_WIDTH, height=MIN_HEIGHT
            )
        )
    limit = Size(width or 2**31, height or 2**31) if width or height else None
    return OembedQuery(url, frame, limit)


def _limit(name: str) -> int:
    """Returns a limit of the consumer in pixels, 0 without one; raises `InvalidQuery`."""
    text = request.args.get(name, "").strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal() and 0 < len(text) < 10 and int(text)):
        message = Message("`{name}` is “{value}”. Send a whole number from 1.", name=name, value=text[:20])
        raise InvalidQuery(name, message)
    return int(text)
