"""Deep links as each viewer: whoever an address names, a browser gets what its own session may see."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Response

from .judging import api_token
from .serving import HTTP, Served
from .table import Table, answers_unseen, moment, opened, played, ready, sits_down

Person = Callable[..., Page]

OPTIONS: dict[str, dict[str, Any]] = {
    "arena": {"chapter": 4},
    "villainous": {"villains": ["jafar", "maleficent"]},
}

PRINTED = re.compile(r'<script type="application/json" id="(page|record)">(.*?)</script>', re.S)
PRINTS = ("catalogue", "words", "cards", "rules")
"""What a page holds of the cards as they are printed, whoever has them."""


@pytest.fixture(scope="module", params=["arena", "villainous"])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def table(served: Served, game: str) -> Table:
    return played(served, game, OPTIONS[game], 45, seed=5)


def read_everything(table: Table, token: str = "") -> list[Any]:
    """Every scene, every change and every fact of a match, as a token sees it."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    found: list[Any] = []
    for what in ("frames", "facts"):
        cursor: str | None = "0"
        while cursor is not None:
            address = f"{table.url}/api/v1/matches/{table.match}/{what}?cursor={cursor}"
            page = HTTP.get(address, headers=headers).json()
            found.append(page)
            cursor = page["next"]
    return found


def names(text: object) -> set[str]:
    """Every word in something told that might be the id of a card."""
    return {*re.findall(r"[\w-]+", text if isinstance(text, str) else json.dumps(text))}


def hand(table: Table, token: str, seat: int) -> set[str]:
    """What a seat holds, as a token sees it."""
    headers = {"Authorization": f"Bearer {token}"}
    board = HTTP.get(f"{table.url}/api/v1/matches/{table.match}", headers=headers).json()["board"]
    return {*board["summoners" if "summoners" in board else "realms"][seat]["hand"]}


def cards(table: Table, game: str) -> set[str]:
    """The ids of all cards that are printed."""

    def found(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            yield from part.get("ids", [part["id"]] if "id" in part else [])
            part = list(part.values())
        for inner in part if isinstance(part, list) else ():
            yield from found(inner)

    return {*found(HTTP.get(f"{table.url}/api/v1/games/{game}").json())}


@pytest.fixture(scope="module")
def hidden(served: Served, table: Table, game: str) -> set[str]:
    """The cards that a judge sees somewhere in the match and the public nowhere."""
    seen = names(read_everything(table, api_token(served)))
    hidden = (seen & cards(table, game)) - names(read_everything(table))
    assert len(hidden) > 3, "a match that hides nothing proves nothing"
    return hidden


class Visit:
    """Pages of one browser, each with all that was sent to it."""

    def __init__(self, page: Page) -> None:
        self._context = page.context
        self._replies: list[Response] = []
        self._context.on("response", lambda reply: self._replies.append(reply))

    def follows(self, link: str) -> Page:
        """Opens a link beside the pages that are open."""
        page = self._context.new_page()
        page.goto(link)
        ready(page)
        return page

    def heard(self) -> list[str]:
        """What was sent, but for what is printed on all cards."""
        return [without_prints(reply.text()) for reply in self._replies if tells(reply)]


def tells(reply: Response) -> bool:
    streams = "event-stream" in reply.headers.get("content-type", "")
    return reply.ok and not streams and "/static/" not in reply.url


def without_prints(text: str) -> str:
    def stripped(found: re.Match[str]) -> str:
        held = json.loads(found[2])
        return json.dumps({name: value for name, value in held.items() if name not in PRINTS})

    return PRINTED.sub(stripped, text)


def in_the_dom(page: Page) -> str:
    return without_prints(str(page.evaluate("() => document.documentElement.outerHTML")))


@pytest.mark.parametrize("eyes", ["spectator", "seat-0", "seat-1", "judge"])
def test_a_stranger_sees_and_keeps_what_the_public_sees_whoever_the_link_names(
    person: Person, served: Served, table: Table, hidden: set[str], eyes: str
) -> None:
    visit, match = Visit(person()), f"{served.url}/m/{table.match}"
    last = table.sees()["seq"]
    page = visit.follows(f"{match}?seq=20&as={eyes}")
    for key, seq in (("", 20), ("Home", 1), ("End", last)):
        if key:
            page.keyboard.press(key)
        assert moment(page) == seq
        assert not hidden & names(in_the_dom(page))
    heard = visit.heard()
    assert any('"items"' in text for text in heard)
    for address in (f"{match}?seq=1", f"{match}?seq={last}", f"{match}/replay.html?"):
        reply = page.request.get(f"{address}&as={eyes}")
        assert reply.ok
        heard.append(without_prints(reply.text()))
    assert [text[:80] for text in heard if hidden & names(text)] == []


def test_a_player_sees_the_own_hand_and_none_of_the_others(person: Person, served: Served, game: str) -> None:
    table = opened(served, game, OPTIONS[game])
    players = [person(), person()]
    for seat, name in enumerate(("Ada", "Grace")):
        sits_down(players[seat], table, seat, name)
    token = api_token(served)
    answers_unseen(
        table, players, lambda done: done == 30 or all(hand(table, token, seat) for seat in (0, 1))
    )
    own, others = hand(table, token, 0), hand(table, token, 1) - names(read_everything(table))
    assert own
    assert others
    visit = Visit(players[0])
    for eyes in ("seat-0", "seat-1", "judge"):
        page = visit.follows(f"{served.url}/m/{table.match}?as={eyes}")
        assert not others & names(in_the_dom(page))
    heard = visit.heard()
    assert any(own & names(text) for text in heard)
    assert [text[:80] for text in heard if others & names(text)] == []
