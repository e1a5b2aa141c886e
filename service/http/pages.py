"""Groups of pages, told apart from groups of API endpoints."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Request, current_app, request

JSON, HTML = "application/json", "text/html"


class Pages(Blueprint):
    """A group of pages. Requests to it are known by the session of their browser as well as by a token.

    `paths` is what the OpenAPI document tells of those that are for other sites.
    """

    def __init__(self, name: str, module: str, paths: dict[str, Any] | None = None, **more: Any) -> None:
        super().__init__(name, module, **more)
        self.paths = paths or {}


def is_page(request: Request) -> bool:
    """Tells whether *request* is to a page, or to what a page is made of."""
    return isinstance(current_app.blueprints.get(request.blueprint or ""), Pages)


def from_browser() -> bool:
    """Tells whether the request wants a page to look at, rather than JSON or whatever there is."""
    return request.accept_mimetypes.best_match((JSON, HTML)) == HTML
