"""The page to read the contract on, and to try it."""

from __future__ import annotations

from .conftest import Opens
from .serving import HTTP, Served


def test_everything_on_the_page_is_from_here_and_can_be_tried(person: Opens, served: Served) -> None:
    page = person("/api/v1/games")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served.url}/docs")
    page.locator(".opblock-tag").filter(has_text="Service").click()
    shown = page.locator("#operations-Service-getRule")
    shown.click()
    shown.get_by_placeholder("game", exact=True).fill("arena")
    shown.get_by_placeholder("number", exact=True).fill("SA-303")
    shown.locator(".execute").click()
    shown.locator(".live-responses-table .response-col_status", has_text="200").wait_for()
    assert f"{served.url}/api/v1/openapi.json" in asked
    assert f"{served.url}/api/v1/games/arena/rules/SA-303?min_position=0" in asked  # and no other example
    assert [url for url in asked if not url.startswith((f"{served.url}/", "data:"))] == []


def test_the_browser_is_told_to_load_nothing_else(served: Served) -> None:
    policy = HTTP.get(f"{served.url}/docs").headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"} <= {*policy}
