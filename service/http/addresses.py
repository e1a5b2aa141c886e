"""Addresses: the API lies below one path, and pages beside it."""

from __future__ import annotations

from flask import current_app

API = "/api/v1"
"""The path that all addresses of the API begin with."""


def moved_address(path: str) -> str | None:
    """Returns the address of the API that *path*, which leads nowhere, had in earlier releases, if any."""
    former = path.removeprefix("/v2") if path.startswith("/v2/") else path
    address = API + former
    return address if list(current_app.url_map.bind("").allowed_methods(address)) else None
