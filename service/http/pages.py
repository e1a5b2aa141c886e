"""Groups of pages, as distinct from groups of API endpoints."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Request, current_app, request

JSON, HTML = "application/json", "text/html"


class Pages(Blueprint):
    """A group of pages. Clients authenticate by the session of the browser or by a token.

    `paths` describes pages for other sites in the OpenAPI document.
    """

    def __init__(self, name: str, module: str, paths: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(name, module, **kwargs)
        self.paths = paths or {}


def is_page(request: Request) -> bool:
    """Returns whether *request* is for a page, or for a part of one."""
    return isinstance(current_app.blueprints.get(request.blueprint or ""), Pages)


def from_browser() -> bool:
    """Returns whether the client prefers HTML to JSON."""
    return request.accept_mimetypes.best_match((JSON, HTML)) == HTML
