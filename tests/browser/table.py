"""Matches to look at: opened and played over HTTP, so that a browser finds something."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any, NamedTuple

from playwright.sync_api import Page

from .judging import api_token
from .serving import HTTP, PATIENCE, Served


class Table(NamedTuple):
    """A match, the claim token of each seat, and the play tokens of those that are taken."""

    url: str
    match: str
    claims: tuple[str, ...]
    plays: list[str]

    def sees(self, seat: int | None = None) -> Any:
        """Returns the match as it stands, as a seat or as the public."""
        headers = {} if seat is None else {"Authorization": f"Bearer {self.plays[seat]}"}
        return HTTP.get(f"{self.url}/api/v1/matches/{self.match}", headers=headers).json()

    def facts(self) -> list[Any]:
        """Returns the facts of the match, as the public knows them."""
        found: list[Any] = []
        while True:
            address = f"{self.url}/api/v1/matches/{self.match}/facts?after={len(found)}"
            told = HTTP.get(address).json()
            found += told["items"]
            if told["next"] is None:
                return found

    def figures(self, seq: int) -> set[tuple[str, str]]:
        """Returns who stands where after fact *seq* of a match of Sorcerer's Arena."""
        board = HTTP.get(f"{self.url}/api/v1/matches/{self.match}/facts/{seq}/scene").json()["board"]
        return {(who, figure["at"]) for who, figure in board["figures"].items()}

    def takes(self, seat: int, name: str) -> str:
        """Seats somebody over HTTP; returns the token to play with."""
        address = f"{self.url}/api/v1/matches/{self.match}/seats/{seat}/claim"
        headers = {"Authorization": f"Bearer {self.claims[seat]}"}
        body = {"player": name}
        return str(HTTP.post(address, json=body, headers=headers).json()["token"])

    def picks(self, *picks: str) -> None:
        """Answers the open question so."""
        seen = self.sees()
        headers = {
            "Authorization": f"Bearer {self.plays[seen['question']['seat']]}",
            "If-Match": f'"{seen["seq"]}"',
        }
        address = f"{self.url}/api/v1/matches/{self.match}/answers"
        HTTP.post(address, json={"picks": picks}, headers=headers).raise_for_status()

    def posts(self, seat: int, what: str) -> None:
        """Offers a `draw`, asks for a `pause` or gives the match up by a `concession`, as a seat."""
        headers = {"Authorization": f"Bearer {self.plays[seat]}"}
        HTTP.post(f"{self.url}/api/v1/matches/{self.match}/{what}", headers=headers).raise_for_status()

    def answer(self, luck: Random) -> bool:
        """Answers the open question by chance; tells whether there was one."""
        asked = self.sees()["question"]
        if asked is None:
            return False
        seat = asked["seat"]
        seen = self.sees(seat)
        question = seen["question"]
        options = [option for option in question["options"] if option != "end"] or question["options"]
        least, most = max(question["least"], min(1, question["most"])), min(question["most"], len(options))
        headers = {"Authorization": f"Bearer {self.plays[seat]}", "If-Match": f'"{seen["seq"]}"'}
        address = f"{self.url}/api/v1/matches/{self.match}/answers"
        while True:
            picks = luck.sample(options, luck.randint(min(least, most), most))
            reply = HTTP.post(address, json={"picks": picks}, headers=headers)
            if reply.status_code == 201:
                return True
            assert reply.status_code == 422, reply.text  # not all picks go together


def opened(
    served: Served, game: str, options: dict[str, Any], seats: int = 2, clock: dict[str, Any] | None = None
) -> Table:
    """Opens a match whose seats are all free."""
    body = {"game": game, "options": options, "seats": seats, "clock": clock}
    told = HTTP.post(f"{served.url}/api/v1/matches", json=body).json()
    return Table(served.url, told["id"], tuple(told["claims"]), [])


def played(
    served: Served,
    game: str,
    options: dict[str, Any],
    answers: int,
    seats: int = 2,
    seed: int = 1,
    clock: dict[str, Any] | None = None,
) -> Table:
    """Opens a match, seats Ada, Grace and others, and plays so many answers by chance."""
    table = opened(served, game, options, seats, clock)
    for seat, name in zip(range(seats), ("Ada", "Grace", "Mary", "Joan", "Lise", "Emmy"), strict=False):
        table.plays.append(table.takes(seat, name))
    luck = Random(seed)
    for _ in range(answers):
        if not table.answer(luck):
            break
    return table


def finished(served: Served, game: str = "arena", bot: str = "random", **options: Any) -> Table:
    """A match that two bots have played to its end, of chapter 1, without a request for each answer."""
    options = options or {"chapter": 1}
    bots = {"game": game, "options": options, "bots": {"0": bot, "1": "random"}}
    headers = {"Authorization": f"Bearer {api_token(served)}"}
    told = HTTP.post(f"{served.url}/api/v1/matches", json=bots, headers=headers).json()
    table = Table(served.url, told["id"], (), [])
    deadline = time.monotonic() + PATIENCE
    while not table.sees()["ended"]:
        assert time.monotonic() < deadline, "the bots did not come to an end"
        Event().wait(0.05)
    return table


def sits_down(page: Page, table: Table, seat: int, name: str) -> None:
    """Takes a seat as the form behind its link does, and does not show it: to draw a page takes long."""
    link = f"{table.url}/m/{table.match}/join/{seat}/{table.claims[seat]}"
    form = {"csrf": _csrf(page, link), "seat": str(seat), "claim": table.claims[seat], "player": name}
    taken = page.request.post(f"{table.url}/m/{table.match}/sit", form={**form})
    assert taken.ok, taken.text()


def takes_seat(page: Page, table: Table, seat: int, name: str) -> None:
    """Takes a seat, and opens the match."""
    sits_down(page, table, seat, name)
    page.goto(f"{table.url}/m/{table.match}")
    ready(page)


def takes_seat_twice(page: Page, table: Table, seat: int, name: str) -> tuple[Page, Page]:
    """Takes a seat, and opens the match in two pages of the same browser."""
    takes_seat(page, table, seat, name)
    another = page.context.new_page()
    another.goto(page.url)
    ready(another)
    return page, another


def plays_unseen(table: Table, players: list[Page], done: Callable[[int], bool]) -> None:
    """Lets the browsers of who sits there answer unseen until enough is *done*; then they open the match."""
    answers_unseen(table, players, done)
    for page in players:
        page.goto(f"{table.url}/m/{table.match}")
        ready(page)


def answers_unseen(table: Table, players: list[Page], done: Callable[[int], bool]) -> None:
    """Lets the browsers of who sits there answer with the first options, until enough answers are *done*.

    They show nothing of it: to draw each answer would take seconds.
    """
    address = f"{table.url}/m/{table.match}"
    tokens = [_csrf(page, address) for page in players]
    match, answers = f"{table.url}/api/v1/matches/{table.match}", 0
    while not done(answers):
        seat = table.sees()["question"]["seat"]
        request, eyes = players[seat].request, {"X-Viewer": f"seat-{seat}"}
        seen = request.get(match, headers=eyes).json()
        picks = seen["question"]["options"][: max(1, seen["question"]["least"])]
        headers = {**eyes, "X-CSRF-Token": tokens[seat], "If-Match": f'"{seen["seq"]}"'}
        reply = request.post(f"{match}/answers", data={"picks": picks}, headers=headers)
        assert reply.ok, reply.text()
        answers += 1


def _csrf(page: Page, address: str) -> str:
    """Returns the token of the forms of this browser, as the page at *address* tells it."""
    found = re.search(r'name="csrf-token" content="([^"]+)"', page.request.get(address).text())
    assert found is not None
    return found[1]


def ready(page: Page) -> None:
    """Waits until the page of a match has drawn its board."""
    page.wait_for_selector("body[data-ready]")


def moment(page: Page) -> int:
    """Returns the fact that the scrubber stands at."""
    return int(page.locator("#scrubber input[type=range]").input_value())


def edge(page: Page, name: str, which: str) -> float:
    """Returns where the top or the bottom of what is called *name* is seen."""
    return float(page.locator(name).evaluate(f"each => each.getBoundingClientRect().{which}"))
