"""Pages of the tour in Chromium, without a server: the application answers in this process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Route, ViewportSize

from service.app import create_app, services_of
from service.settings import Settings
from tests.service import browser as clients
from tests.service.client import Api
from tests.service.site.page_tour import Tour

HOUSE = "http://localhost"
STREAM = "text/event-stream"
"""What goes on for as long as somebody listens: no page of the tour waits for it."""
SENT = ("accept", "content-type", "if-match", "x-csrf-token", "x-viewer")
"""Headers that pages send; the client has the cookies."""
VIEWPORT: ViewportSize = {"width": 1280, "height": 900}


class Visit:
    """A page of *browser* that somebody opens, with the cookies of a client of the application."""

    def __init__(self, browser: Browser, client: clients.Browser) -> None:
        self.page = browser.new_page(viewport=VIEWPORT, service_workers="block")
        self._client = client
        self.page.route("**/*", self._answer)

    def opens(self, path: str, code: str, client: clients.Browser) -> None:
        """Opens a page in a language, with the cookies of *client*."""
        self._client = client
        self.page.goto(f"{HOUSE}{path}{'&' if '?' in path else '?'}lang={code}", wait_until="load")

    def _answer(self, route: Route) -> None:
        asked = urlsplit(route.request.url)
        sent = {name: value for name, value in route.request.headers.items() if name in SENT}
        accepted = sent.setdefault("accept", "*/*")
        if STREAM in accepted:
            return  # it stays open, and nothing happens
        if not route.request.url.startswith(HOUSE):
            route.abort()
            return
        with self._client.client.open(
            f"{asked.path}?{asked.query}" if asked.query else asked.path,
            method=route.request.method,
            headers=sent,
            data=route.request.post_data_buffer,
            follow_redirects=True,
        ) as reply:
            route.fulfill(status=reply.status_code, headers=dict(reply.headers), body=reply.data)


class Touring(Visit):
    """A page of *browser* that goes on the tour of a service of its own, with its store in *data*."""

    def __init__(self, browser: Browser, data: Path) -> None:
        app = create_app(Settings(data=data))
        api = Api(app)
        self.tour = Tour(app, services_of(app), api, api.seat_pair(), clients.Browser(app))
        super().__init__(browser, self.tour.ada)

    def goes_to(self, path: str, code: str) -> None:
        """Opens a page in a language, as somebody who may see it."""
        self.opens(path, code, self.tour.client_for(path))

    def close(self) -> None:
        """Closes the page and the service."""
        self.page.close()
        services_of(self.tour.app).close()

    def different(self, paths: Iterable[str]) -> Iterator[str]:
        """Yields, of *paths*, one of each page that is shown, for each game: none is a download or data."""
        places = self.tour.app.url_map.bind("localhost")
        seen = set()
        for path in paths:
            reply = self.tour.client_for(path).get(path)
            what = str(reply.status_code)
            if reply.status_code < 400:
                what = str(places.match(path.partition("?")[0])[0])
            game = next((game for game in ("arena", "villainous") if game in path), "")
            is_shown = reply.mimetype == "text/html" and "Content-Disposition" not in reply.headers
            if is_shown and (what, game) not in seen:
                seen.add((what, game))
                yield path
