"""Addresses: the API lies below one path, and pages beside it."""

from __future__ import annotations

from flask import current_app
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect

API = "/api/v1"
"""The path that all addresses of the API begin with."""
MANY = ("DELETE", "GET", "POST", "PUT")


def moved_address(path: str) -> str | None:
    """Returns the address of the API that *path*, which leads nowhere, had in earlier releases, if any."""
    former = path.removeprefix("/v2") if path.startswith("/v2/") else path
    address = API + former
    adapter = current_app.url_map.bind("")
    for method in MANY:
        try:
            adapter.match(address, method)
        except (MethodNotAllowed, NotFound, RequestRedirect):
            continue
        return address
    return None


def is_api(path: str) -> bool:
    """Tells whether *path* is an address of the API."""
    return path == API or path.startswith(f"{API}/")
