"""The people of a day: organizers at the desk, players with phones, and a program that speaks the API."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urljoin

import httpx

from .forms import Attributes, Field, Form, read_forms, read_token
from .processor import Stopwatch

Json = dict[str, Any]

MAX_SECONDS = 2.0
"""Time that any request may cost."""
TLS = ssl.create_default_context()
"""One for all connections: to make one is slow."""
PAGES = {"Accept": "text/html"}
REASON = "The robot wants it."
STALE_SHARE = 0.15
"""Presses on a page that was read before others acted."""
LEAVING = "/t/leave"
"""The button that forgets the API token: an organizer who presses it has to come in again."""


class Fault(AssertionError):
    """Something that no press of a button may lead to."""


class Line:
    """A connection to the service that times each request, and keeps the log of all of them."""

    def __init__(self, url: str, group: Callable[[], int], log: list[str], headers: dict[str, str]) -> None:
        self._client = httpx.Client(
            base_url=url, headers=headers, timeout=30, follow_redirects=True, verify=TLS
        )
        self.log, self._group = log, group

    def send(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Sends a request; raises `Fault` for a 500 and for a slow reply."""
        self.log.append(f"{method} {path} {sent.get('data') or sent.get('json') or ''}")
        watch = Stopwatch(self._group())
        reply = self._client.request(method, path, **sent)
        took = watch.read_seconds()
        if "html" in reply.headers["Content-Type"] and reply.status_code >= 400:
            self.log.append(f"  {reply.status_code}: {_refusal(reply.text)}")
        if reply.status_code >= 500:
            raise Fault(f"{reply.status_code} for {self.log[-1]}: {reply.text[:600]}")
        if took > MAX_SECONDS:
            raise Fault(f"{took:.1f} s for {self.log[-1]}")
        return reply

    def close(self) -> None:
        """Closes the connection."""
        self._client.close()


class Click(NamedTuple):
    """A button that somebody is about to press: the page, its form, and the body that the click sends."""

    page: str
    form: Form
    body: Attributes


class Browser(Line):
    """Somebody who presses the buttons of pages: mostly of the first one, and of others beside it."""

    def __init__(
        self, url: str, group: Callable[[], int], log: list[str], path: str, others: Sequence[str] = ()
    ) -> None:
        super().__init__(url, group, log, PAGES)
        self.path, self._others = path, others
        self._read: tuple[str, list[Form]] | None = None
        """The page that was read last, with its forms."""

    def enter(self, path: str, **body: str) -> httpx.Response:
        """Comes in with a token or a key."""
        csrf = read_token(self.send("GET", self.path).text)
        return self.send("POST", path, data={"csrf": csrf} | body)

    def press(self, rng: Random, *, button: str = "", is_sure: bool = False) -> bool:
        """Presses a random button of a page, or one with this value; returns whether the page has one.

        Somebody who is sure gives each reason and confirms each step that the page asks about.
        """
        click = self.choose(rng, button=button, is_sure=is_sure)
        if click is not None:
            self.finish_click(click, rng, is_sure)
        return click is not None

    def choose(self, rng: Random, *, button: str = "", is_sure: bool = False) -> Click | None:
        """Returns a button to press, sometimes of a page that was read long ago."""
        is_stale = self._read is not None and not is_sure and rng.random() < STALE_SHARE
        page, forms = self._read if is_stale and self._read else self._look(rng, button)
        offers = [(form, one) for form in forms for one in form.buttons if button in ("", one[1])]
        if not offers:
            return None
        form, (name, value) = rng.choice(offers)
        return Click(page, form, form.fill(rng, _value_of) | ({name: value} if name else {}))

    def _look(self, rng: Random, button: str) -> tuple[str, list[Form]]:
        path = rng.choice(self._others) if self._others and not button and rng.random() < 0.4 else self.path
        forms = [form for form in read_forms(self.send("GET", path).text) if form.action != LEAVING]
        self._read = path, forms
        return self._read

    def finish_click(self, click: Click, rng: Random, is_sure: bool = False) -> None:
        """Sends a form; where the page asks for a confirmation or a reason, mostly gives it."""
        page, form, body = click
        reply = self.send("POST", urljoin(page, form.action or page), data=body)
        for _ in range(2):
            again = [one for one in read_forms(reply.text) if _repeats(one, body)]
            if not again or (not is_sure and rng.random() < 0.3):
                return
            name, value = again[0].buttons[0]
            typed = {one.name: body.get(one.name, one.value) for one in again[0].fields}
            typed |= {one.name: one.value for one in again[0].fields if one.type == "hidden"}
            typed |= {one.name: REASON for one in again[0].fields if one.name == "overrule"}
            reply = self.send("POST", urljoin(page, again[0].action or page), data=typed | {name: value})


def _refusal(page: str) -> str:
    """Returns the sentence by which a page refuses something."""
    found = re.search(r'role="alert"><p>([^<]*)', page)
    return found[1] if found else ""


def _repeats(form: Form, body: Attributes) -> bool:
    """Returns whether a form confirms or overrules the one that was sent."""
    names = {one.name for one in form.fields}
    return "overrule" in names or (
        "shown" in names and any(("do", body.get("do", "")) == one for one in form.buttons)
    )


def _value_of(one: Field, rng: Random) -> str:
    """Returns something to type into a field: mostly sensible, sometimes rubbish."""
    if rng.random() < 0.05:
        return rng.choice(("", "x" * 200, "-1", "999999", "é’“<b>", "0", "½"))
    number = str(rng.randint(0, 6))
    match one.name.partition(".")[0]:
        case "why" | "overrule" | "text" | "claim" | "penalty":
            return REASON
        case "roster":
            return "\n".join(f"Late {rng.randrange(10**6)}" for _ in range(rng.randint(1, 2)))
        case "starts" | "until":
            return f"2031-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}T12:00"
        case "name" | "player" | "title":
            return f"Guest {rng.randrange(10**6)}"
        case "lines" | "entry" | "results":
            return f"{rng.randint(1, 4)} {rng.choice(('1-0', '0-1', '½-½', '+-', '--'))}"
    return number


class Program(Line):
    """A program with an API token."""

    def __init__(self, url: str, group: Callable[[], int], log: list[str], token: str) -> None:
        super().__init__(url, group, log, {"Authorization": f"Bearer {token}"})
        self.acknowledged = 0
        """The last fact of the tournament that a reply named."""

    def look(self, path: str) -> Json:
        """Returns what stands at *path*; raises `Fault` where it is refused."""
        reply = self.send("GET", path)
        if reply.status_code != 200:
            raise Fault(f"{reply.status_code} for {path}: {reply.text[:300]}")
        found: Json = reply.json()
        return found

    def order(self, tournament: str, type: str, **body: Any) -> httpx.Response:
        """Sends a command to a tournament."""
        reply = self.send("POST", f"/api/v1/tournaments/{tournament}/commands", json={"type": type} | body)
        if reply.status_code < 300:
            self.acknowledged = max(self.acknowledged, reply.json().get("seq", 0))
        return reply
