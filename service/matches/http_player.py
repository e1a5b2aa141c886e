"""A player at the other end of the wire: opens matches, takes seats and answers, over HTTP alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import TracebackType
from typing import Any, NamedTuple

import httpx

from ..http.addresses import API

_SEQ = re.compile(r'"(\d{1,15})[-:"]')
"""The tag of a view of a match: other replies have tags of their own, without a number."""


class Refused(Exception):
    """The service said no; the message is its problem's title and detail."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.problem: dict[str, Any] = response.json()
        super().__init__(f"{self.status} {self.problem.get('title', '')}: {self.problem.get('detail', '')}")


class Reply(NamedTuple):
    """A reply's body, and the number of the last fact it knows of, from its ETag; 0 where it tells none."""

    body: Any
    seq: int


class Player:
    """Somebody who talks to a service, with the token of one seat or none."""

    def __init__(self, http: httpx.Client, match: str = "", token: str = "") -> None:
        self._http, self.match, self.token = http, match, token

    def open(self, game: str, options: Mapping[str, Any], seats: int) -> list[str]:
        """Opens a match, remembers it, and returns the claim token of each seat."""
        made = self._ask(
            "POST", f"{API}/matches", {"game": game, "options": dict(options), "seats": seats}
        ).body
        self.match = made["match"]
        return [str(claim) for claim in made["claims"]]

    def sit(self, seat: int, claim: str, name: str, nonce: str) -> Player:
        """Takes a seat with its claim token; returns the player who sits there."""
        visitor = Player(self._http, self.match, claim)
        taken = visitor._ask("POST", f"{self._path}/seats/{seat}/claim", {"player": name, "nonce": nonce})
        return Player(self._http, self.match, taken.body["token"])

    def look(self, path: str = "") -> Reply:
        """Returns what this player sees of the match, or of one of its pages."""
        return self._ask("GET", f"{self._path}{path}")

    def answer(self, picks: list[str], seq: int) -> Reply:
        """Answers the open question as it stood at fact *seq*."""
        return self._ask("POST", f"{self._path}/answers", {"picks": picks}, {"If-Match": f'"{seq}"'})

    @property
    def _path(self) -> str:
        return f"{API}/matches/{self.match}"

    def _ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        sent = {**(headers or {}), **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        response = self._http.request(method, path, json=body, headers=sent)
        if response.is_error:
            raise Refused(response)
        found = _SEQ.match(response.headers.get("ETag", ""))
        return Reply(response.json(), int(found[1]) if found else 0)

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()


def at(address: str) -> Player:
    """Returns somebody with no seat yet who talks to the service at *address*."""
    return Player(httpx.Client(base_url=address, timeout=30))
