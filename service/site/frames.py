"""Frames: pages that other sites may show, with a picture beside a link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from flask import Flask, current_app


class Frame(NamedTuple):
    """What a page is called, and the addresses of the page that may be framed and of its picture."""

    title: str
    src: str
    picture: str


FindFrame: TypeAlias = Callable[[str, Mapping[str, str]], Frame | None]
"""Returns the frame of the page at a path with a query; `None` for a page of another room."""


def add_frames(app: Flask, find: FindFrame) -> None:
    """Offers the frames that *find* returns to other sites."""
    app.extensions.setdefault("frames", []).append(find)


def find_frame(path: str, query: Mapping[str, str]) -> Frame | None:
    """Returns the frame of the page at *path*; `None` for a page without one."""
    found = (find(path, query) for find in current_app.extensions["frames"])
    return next(filter(None, found), None)
