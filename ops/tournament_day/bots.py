"""Bots who sit on seats of their own, and play a match to its end over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.model import Asked
from replays.bots.candidates import guess_answer

Json = dict[str, Any]


class Refused(Exception):
    """A request was refused; `kind` is the kind of problem, the message all that was said of it."""

    def __init__(self, reply: TestResponse) -> None:
        super().__init__(reply.text)
        self.kind = (reply.get_json(silent=True) or {}).get("type")


def sends(client: FlaskClient, path: str, body: Json, token: str, **headers: str) -> Json:
    """Sends *body* with a token, and returns the reply; raises `Refused`."""
    sent = {"Authorization": f"Bearer {token}"} | {
        name.replace("_", "-"): text for name, text in headers.items()
    }
    reply = client.post(path, json=body, headers=sent)
    if reply.status_code != 201:
        raise Refused(reply)
    fields: Json = reply.get_json()
    return fields


class Seated:
    """Somebody with a seat in a match."""

    def __init__(self, client: FlaskClient, match: str, seat: int, token: str) -> None:
        self._client, self.match, self.seat, self._token = client, match, seat, token

    def looks(self) -> Json:
        """Looks at the match as this seat sees it."""
        path, headers = f"/api/v1/matches/{self.match}", {"Authorization": f"Bearer {self._token}"}
        seen: Json = self._client.get(path, headers=headers).get_json()
        return seen

    def answers(self, seen: Json, rng: Random) -> None:
        """Answers the question that it has *seen*."""
        asked = seen["question"]
        picks = guess_answer(
            Asked(self.seat, asked["prompt"], tuple(asked["options"]), asked["least"], asked["most"]), rng
        )
        self.says("answers", seen["seq"], picks=picks)

    def disputes(self, claim: str) -> None:
        """Calls a judge, as the match stands."""
        self.says("disputes", self.looks()["seq"], claim=claim)

    def concedes(self) -> None:
        """Gives the match up, as it stands."""
        self.says("concession", self.looks()["seq"])

    def says(self, what: str, seq: int, **body: Any) -> None:
        """Sends something to the match, having seen it at fact *seq*; raises `Refused`."""
        sends(self._client, f"/api/v1/matches/{self.match}/{what}", body, self._token, If_Match=f'"{seq}"')


def play(seats: Sequence[Seated], rng: Random, answers: int | None = None) -> None:
    """Has *seats*, in their order, play on to the end of their match, or so many answers."""
    given, by_seat = 0, {one.seat: one for one in seats}
    while given != answers and (asked := seats[0].looks()["question"]):
        mover = by_seat[asked["seat"]]
        mover.answers(mover.looks(), rng)
        given += 1
