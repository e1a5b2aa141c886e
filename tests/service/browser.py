"""Somebody with a browser: cookies of their own, forms with the token of the page, and what a page says."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from .client import Json

HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
"""What browsers ask for when somebody follows a link."""


class Browser:
    """A browser that nobody has used yet."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def get(self, path: str, **headers: str) -> TestResponse:
        """Follows a link, and no redirection."""
        return self.client.get(path, headers=_named({"Accept": HTML} | headers))

    def post(
        self, path: str, form: Mapping[str, object], csrf: str | None = None, **headers: str
    ) -> TestResponse:
        """Sends a form as a page of ours would, or with another token."""
        token = self.token() if csrf is None else csrf
        return self.client.post(
            path, data={"csrf": token, **form}, headers=_named({"Accept": HTML} | headers)
        )

    def token(self) -> str:
        """Returns the token that pages of this browser write with."""
        found = re.search(r'name="csrf-token" content="([^"]*)"', self.get("/lobby").text)
        assert found is not None
        return found[1]

    def opens(self, **form: object) -> str:
        """Opens a match by the form, at which Ada sits first; returns its id."""
        reply = self.post("/new", {"game": "arena", "player": "Ada"} | form)
        assert reply.status_code == 303, text(reply)
        return reply.location.removeprefix("/m/")

    def takes(self, opened: Json, seat: int, name: str) -> None:
        """Takes a seat of a match just opened, by the link to it."""
        match, claim = opened["id"], opened["claims"][seat]
        reply = self.post(f"/m/{match}/sit", {"seat": seat, "claim": claim, "player": name})
        assert reply.status_code == 303, text(reply)


def text(page: TestResponse) -> str:
    """Returns what a page says to somebody who reads it, without its header."""
    body = page.text[page.text.index("<main") :]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def listed(browser: Browser, query: str = "") -> str:
    """Returns what the lobby says, after everything that was said in the service."""
    services = browser.client.application.extensions["services"]
    browser.get(f"/api/v1/matches?min_position={services.store.position()}", Accept="application/json")
    return text(browser.get(f"/lobby{query}"))


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
