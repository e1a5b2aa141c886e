"""The site of the example: table, standings, live boards, webhooks, corrections, erasure, and resumption."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from recount_client import Call, Listing, Recount
from tests.browser.serving import HTTP, Served
from tests.servers import free_port
from tests.service.client import wait_for

PLAN = {
    "title": "Spring Open",
    "game": "arena",
    "online": True,
    "stages": [{"format": "swiss", "rounds": 3}],
}


class League:
    """A tournament of Ada, who has an account, and of Bo, at the one table of its first round."""

    def __init__(self, desk: Recount) -> None:
        self._desk = desk
        self.id = self.post(desk, "/tournaments", PLAN)["id"]
        self.ada = self.post(desk, "/players", {"name": "Ada of the league"})
        self.command("open_registration")
        keys = [desk.with_token(self.ada["key"])]
        self.post(keys[0], f"/tournaments/{self.id}/players", {})
        bo = self.command("register", players=[{"name": "Bo of the league"}])["tokens"][0]["token"]
        keys.append(desk.with_token(bo))
        self.command("pair", round=1)
        self.command("publish", stage=1, round=1)
        self.command("start", stage=1, round=1)
        wait_for(lambda: self._matches() != [], "the match of the table is opened")
        [self.match] = self._matches()
        taken = [self.post(key, f"/tournaments/{self.id}/rounds/1/tables/1/seat", {}) for key in keys]
        self.seat = desk.with_token(taken[0]["token"])

    def _matches(self) -> list[str]:
        """Returns the ids of the matches of the tournament."""
        listing = Listing[Any]("GET", "/api/v1/matches", query={"event": self.id})
        return [match["id"] for match in self._desk.each(listing)]

    @staticmethod
    def post(recount: Recount, path: str, body: Any = None) -> Any:
        """Sends a request that writes."""
        return recount.send(Call("POST", f"/api/v1{path}", body=body))

    def command(self, name: str, **fields: Any) -> Any:
        """Carries out a command of the organizer."""
        return self.post(self._desk, f"/tournaments/{self.id}/commands", {"type": name, **fields})

    def concede(self) -> None:
        """Lets Ada give her match up."""
        self.post(self.seat, f"/matches/{self.match}/concession")

    def erase(self) -> None:
        """Erases the account of Ada."""
        self.seat.with_token(self.ada["key"]).send(Call("DELETE", f"/api/v1/players/{self.ada['id']}"))


class Site:
    """The site, in a process that a test kills."""

    def __init__(self, package: Path, *words: str) -> None:
        self._port = free_port()
        program = package / "examples/league_site.py"
        self._command = [sys.executable, str(program), *words, str(self._port)]
        self._environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(package)}

    @contextmanager
    def running(self) -> Iterator[None]:
        """Runs the site, and kills it."""
        with subprocess.Popen(self._command, env=self._environment) as process:
            try:
                yield
            finally:
                process.kill()

    def shows(self, part: str, content: Any, read: Callable[[Any], Any] = lambda shown: shown) -> None:
        """Waits until *read* returns *content* for a part of the page."""

        def fits() -> bool:
            try:
                page = HTTP.get(f"http://127.0.0.1:{self._port}/").json()
            except (httpx.HTTPError, ValueError):  # it starts, or waits for the service
                return False
            return bool(read(page[part]) == content)

        wait_for(fits, f"{part} shows {content}")


def test_a_league_site_outlives_itself_and_the_service(
    package: Path, service: Served, desk: Recount, tokens: dict[str, str], tmp_path: Path
) -> None:
    league = League(desk)
    site = Site(package, service.url, tokens["integrate"], league.id, str(tmp_path / "league.db"))
    with site.running():
        site.shows("live", 1, len)
        league.concede()
        site.shows("table", [["Bo of the league", 3], ["Ada of the league", 0]])
        service.kill()
    service.start()
    league.erase()
    with site.running():
        site.shows("table", [["Bo of the league", 3], ["(erased)", 0]])
        league.command("correct", stage=1, round=1, table=1, result={"places": [1, 1]}, why="A draw.")
        site.shows("corrections", ["A draw."])
        site.shows("standings", [1, 1], lambda rows: [row["points"] for row in rows])
