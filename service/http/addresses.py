"""Addresses of the API, now and in earlier releases."""

from __future__ import annotations

import re

from flask import current_app

API = "/api/v1"
"""The path that all addresses of the API begin with."""

_RENAMED = (
    (re.compile(r"(/matches/[^/]+)/(why|options|whatif)/(\d+)"), r"\1/facts/\3/\2"),
    (re.compile(r"(/matches/[^/]+)/at/(\d+)"), r"\1/facts/\2/scene"),
    (re.compile(r"(?:/matches/[^/]+)?/key"), "/keys"),
    (re.compile(r"/matches/[^/]+/checkpoint"), "/checkpoint"),
)
"""Paths of earlier releases, each with the path that it has now."""


def moved_address(path: str) -> str | None:
    """Returns the present address of a *path* of an earlier release, if there is one."""
    former = path.removeprefix("/v2") if path.startswith("/v2/") else path
    for pattern, renamed in _RENAMED:
        if match := pattern.fullmatch(former):
            former = match.expand(renamed)
    address = API + former
    return address if list(current_app.url_map.bind("").allowed_methods(address)) else None
