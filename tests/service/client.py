"""People who play over HTTP: an API where matches are opened, and players who look and answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.test import TestResponse

from domain import table
from service.app import services_of
from tests.projections.waiting import until

Json = dict[str, Any]

SOON_OVER = (
    *("--game", "villainous", "--bots", "greedy,random"),
    *("--option", 'villains=["prince-john","captain-hook"]'),
)
"""What `recount play` is told for a match of which the first Villain is sure to reach his objective."""

PATIENCE = 60.0
"""Seconds that a test waits for something that has to happen."""


def wait_for(happened: Callable[[], bool], what: str) -> None:
    """Returns as soon as something has *happened*; fails when it takes too long."""
    until(happened, PATIENCE, what)


class Api:
    """A client of the API of a service."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    def get(self, path: str, token: str = "", **headers: str) -> TestResponse:
        """Asks for *path*, with a token or as the public."""
        return self.app.test_client().get(path, headers=_headers(token, headers))

    def post(self, path: str, body: Any, token: str = "", **headers: str) -> TestResponse:
        """Sends *body* to *path*."""
        return self.app.test_client().post(path, json=body, headers=_headers(token, headers))

    def opens(self, **body: Any) -> Json:
        """Opens a match of Sorcerer's Arena."""
        return self.opens_for("", body)

    def opens_for(self, token: str, body: Json) -> Json:
        """Opens a match of Sorcerer's Arena for a *token*."""
        reply = self.post("/api/v1/matches", {"game": "arena"} | body, token)
        assert reply.status_code == 201, reply.text
        return json_of(reply)

    def seats(self, opened: Json, seat: int, name: str) -> Player:
        """Lets *name* take a seat of a match just opened."""
        match, claim = opened["id"], opened["claims"][seat]
        body = {"player": name}
        reply = self.post(f"/api/v1/matches/{match}/seats/{seat}/claim", body, claim)
        assert reply.status_code == 201, reply.text
        return Player(self, match, seat, json_of(reply)["token"])

    def seat_pair(self, game: str = "arena", **body: Any) -> Pair:
        """Opens a match and seats blue and red."""
        opened = self.opens(game=game, **body)
        return Pair(self.seats(opened, 0, "Blue"), self.seats(opened, 1, "Red"))


class Player:
    """Somebody at the table, or watching it: without a token a player is the public."""

    def __init__(self, api: Api, match: str, seat: int | None = None, token: str = "") -> None:
        self.api, self.match, self.seat, self.token = api, match, seat, token

    def get(self, what: str = "", **headers: str) -> TestResponse:
        """Asks for something of the match: `/facts`, `/narration`, or the match itself."""
        return self.api.get(f"/api/v1/matches/{self.match}{what}", self.token, **headers)

    def looks(self) -> Json:
        """Looks at the match as it stands now, after everything that was said."""
        reply = self.get(f"?min_position={self.api.app.extensions['services'].store.position()}")
        assert reply.status_code == 200, reply.text
        return json_of(reply)

    def answers(self, *picks: str, after: int | None = None, **headers: str) -> TestResponse:
        """Answers, having seen the match as it stands, or as it stood after fact *after*."""
        seen = self.looks()["seq"] if after is None else after
        headers = {"If-Match": f'"{seen}"'} | headers
        return self.api.post(f"/api/v1/matches/{self.match}/answers", {"picks": picks}, self.token, **headers)

    def facts(self) -> list[Json]:
        """Reads every fact of the match, page by page."""
        found: list[Json] = []
        cursor: str | None = "0"
        while cursor is not None:
            page = json_of(self.get(f"/facts?cursor={cursor}"))
            found += page["items"]
            cursor = page["next"]
        return found


def seat_names(scene: Json) -> list[str | None]:
    """Returns the name of the player of each seat of a present view; null for a free seat."""
    return [player and player["name"] for player in scene["players"]]


def player_names(reply: Json) -> dict[str, str]:
    """Returns the names of the players of a *reply* by their ids."""
    return {player["id"]: player["name"] for player in reply["players"]}


class Pair(NamedTuple):
    """The two players of a match."""

    blue: Player
    red: Player

    @property
    def public(self) -> Player:
        """Somebody who watches them."""
        return Player(self.blue.api, self.blue.match)

    @property
    def asked(self) -> Player | None:
        """Whose answer is awaited."""
        question = self.blue.looks()["question"]
        return question and self[question["seat"]]

    def answer_by(self, luck: Random) -> TestResponse | None:
        """Answers the open question with any of its options; `None` when the match is over."""
        player = self.asked
        if player is None:
            return None
        seen = player.looks()
        question = seen["question"]
        picks = luck.sample(question["options"], luck.randint(question["least"], question["most"]))
        reply = player.answers(*picks, after=seen["seq"])
        assert reply.status_code == 201, reply.text
        return reply

    def play_out(self, luck: Random) -> Json:
        """Plays to the end, each answer any of the options; returns how it looks then.

        These answers do not come over HTTP, where they would take several times as long.
        """
        services, match = services_of(self.blue.api.app), self.blue.match
        while question := table.open_question(*(seen := services.repository.load_match(match))):
            picks = tuple(luck.sample(question.options, luck.randint(question.least, question.most)))
            services.matches.answer_question(match, self[question.seat].token, picks, seen.match.seq)
        return self.public.looks()


def json_of(reply: TestResponse) -> Json:
    """Returns the object that a reply holds."""
    body = reply.get_json()
    assert isinstance(body, dict), reply.text
    return body


def _headers(token: str, more: Mapping[str, str]) -> dict[str, str]:
    named = {name.replace("_", "-"): value for name, value in more.items()}
    return named | ({"Authorization": f"Bearer {token}"} if token else {})
