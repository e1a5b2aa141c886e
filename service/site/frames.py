"""What of a page other sites may show: in a frame, and as a picture beside a link."""

from __future__ import annotations

from typing import NamedTuple


class Frame(NamedTuple):
    """What a page is called, and the addresses of the page that may be framed and of its picture."""

    title: str
    src: str
    picture: str
