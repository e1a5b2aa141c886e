"""An organizer who runs a tournament over HTTP; tables are drawn by the ratings at them, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from replays.simulation import order_of

Json = dict[str, Any]


class Refused(Exception):
    """A request was refused; `kind` is the kind of problem, the message all that was said of it."""

    def __init__(self, reply: TestResponse) -> None:
        super().__init__(reply.text)
        self.kind = (reply.get_json(silent=True) or {}).get("type")


class Organizer:
    """Runs one tournament; `players` are the ids of those registered, by name."""

    def __init__(self, client: FlaskClient, token: str, seed: str, plan: Json) -> None:
        self._client, self._headers = client, {"Authorization": f"Bearer {token}"}
        self._drawn, self._ratings = Random(seed), dict[str, int]()
        self.players: dict[str, str] = {}
        self.title: str = plan["title"]
        self.tournament: str = self._sends("/tournaments", plan)["tournament"]

    def registers(self, names: Sequence[str]) -> None:
        """Takes players in, each with a rating by which pairings and chance go."""
        rated = {name: round(self._drawn.gauss(1500, 150)) for name in names}
        entrants = [{"name": name, "rating": rating} for name, rating in rated.items()]
        done = self.does("register", players=entrants)
        for fact, (name, rating) in zip(done["facts"], rated.items(), strict=True):
            self.players[name] = player = fact["event"]["player"]
            self._ratings[player] = rating

    def does(self, type: str, **body: Any) -> Json:
        """Gives a command; raises `Refused`."""
        return self._sends(f"/tournaments/{self.tournament}/commands", {"type": type} | body)

    def looks(self, what: str = "") -> Json:
        """Looks at the tournament: at `/standings`, or at itself."""
        reply = self._client.get(f"/tournaments/{self.tournament}{what}", headers=self._headers)
        if reply.status_code != 200:
            raise Refused(reply)
        found: Json = reply.get_json()
        return found

    def pairs(self) -> Json:
        """Has the next round paired, and returns it."""
        return self._round(self.does("pair", round=self._last + 1)["facts"][-1]["event"]["round"])

    def starts(self) -> Json:
        """Publishes the last round and starts it; returns it."""
        at = {"stage": self.looks()["stage"], "round": self._last}
        self.does("publish", **at)
        self.does("start", **at)
        return self._round(self._last)

    def plays(self) -> None:
        """Enters a result for every table of the last round that has none, and closes the round."""
        seen = self._round(self._last)
        at = {"stage": seen["stage"], "round": seen["round"]}
        for table in seen["tables"]:
            if table["result"] is None:
                places = order_of(table["seats"], self._ratings, self._drawn)
                self.does("enter", table=table["table"], result={"places": places}, **at)
        self.does("close", **at)

    def rounds(self, count: int) -> None:
        """Pairs, starts and plays so many rounds."""
        for _ in range(count):
            self.pairs()
            self.starts()
            self.plays()

    def decides(self) -> None:
        """Plays on until nobody is left to be paired."""
        while True:
            try:
                self.pairs()
            except Refused as refused:
                if refused.kind != "/problems/not-now":
                    raise
                return
            self.starts()
            self.plays()

    def first(self, count: int) -> list[str]:
        """Returns the names of the first so many."""
        seen = self.looks("/standings")
        return [seen["players"][row["player"]] for row in seen["standings"][:count]]

    @property
    def _last(self) -> int:
        """The number of the last round of the stage."""
        seen = self.looks()
        return sum(known["stage"] == seen["stage"] for known in seen["rounds"])

    def _round(self, number: int) -> Json:
        return self.looks(f"/rounds/{number}")

    def _sends(self, path: str, body: Json) -> Json:
        reply = self._client.post(path, json=body, headers=self._headers)
        if reply.status_code != 201:
            raise Refused(reply)
        told: Json = reply.get_json()
        return told
