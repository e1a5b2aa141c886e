"""The desk of a tournament: an organizer who works over HTTP."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from ops.tournament_day.organizer import reveal_seeds
from service.bootstrap import Services
from tests.service.client import Api, Json, json_of, wait_for

PLAN: Json = {"title": "Spring Open", "game": "arena", "stages": [{"format": "swiss", "rounds": 3}]}
WIN, LOSS, DRAW = {"places": [1, 2]}, {"places": [2, 1]}, {"places": [1, 1]}


class Desk:
    """An organizer; `players` are the ids of those registered, `tokens` what they act with."""

    def __init__(self, api: Api, tournament: str, token: str) -> None:
        self.api, self.tournament, self.token = api, tournament, token
        self.players: dict[str, str] = {}
        self.tokens: dict[str, str] = {}

    @classmethod
    def opens(cls, api: Api, services: Services, name: str = "desk-1", **plan: Any) -> Desk:
        """Opens a tournament."""
        token = services.api_tokens.issue_token(name, ["organize"]).token
        reply = api.post("/api/v1/tournaments", PLAN | plan, token)
        assert reply.status_code == 201, reply.text
        return cls(api, json_of(reply)["id"], token)

    def does(self, type: str, token: str | None = None, **body: Any) -> TestResponse:
        """Sends a command, with the token of somebody else perhaps."""
        path = f"/api/v1/tournaments/{self.tournament}/commands"
        return self.api.post(path, {"type": type} | body, self.token if token is None else token)

    def did(self, type: str, token: str | None = None, **body: Any) -> Json:
        """Sends a command that is not refused, and waits for the job that does it, if one does."""
        reply = self.does(type, token, **body)
        if reply.status_code == 202:
            path = reply.headers["Location"]
            wait_for(lambda: json_of(self.api.get(path, self.token))["state"] == "done", f"{type} is done")
            return json_of(self.api.get(path, self.token))
        assert reply.status_code == 201, reply.text
        return json_of(reply)

    def looks(self, what: str = "", token: str | None = None) -> Json:
        """Looks at the tournament: at `/standings`, or at itself; as the public with an empty token."""
        reply = self.api.get(
            f"/api/v1/tournaments/{self.tournament}{what}", self.token if token is None else token
        )
        assert reply.status_code == 200, reply.text
        return json_of(reply)

    def registers(self, *names: str, **ratings: int) -> Desk:
        """Registers guests, some with the rating they are seeded by."""
        done = self.did("register", players=[{"name": name, "rating": ratings.get(name)} for name in names])
        ids = [fact["event"]["player"] for fact in done["facts"]]
        self.players |= dict(zip(names, ids, strict=True))
        self.tokens |= {name: one["token"] for name, one in zip(names, done["tokens"], strict=True)}
        return self

    def pairs(self, number: int, *tables: str, **more: Any) -> Json:
        """Pairs a round: `Ada Grace` is a table, `Lin bye` somebody without one."""
        words = [table.split() for table in tables]
        seated = [[self.players[name] for name in pair] for pair in words if pair[1] != "bye"]
        byes = [{"player": self.players[who], "kind": "bye"} for who, *others in words if others == ["bye"]]
        numbered = [{"number": place, "seats": seats} for place, seats in enumerate(seated, 1)]
        return self.did("pair", round=number, tables=numbered, byes=byes, **more)

    def starts(self, number: int = 1, *tables: str) -> Desk:
        """Pairs a round, publishes and starts it: everybody at one table, if nobody says otherwise."""
        self.pairs(number, *(tables or (" ".join(self.players),)))
        self.did("publish", stage=1, round=number)
        self.did("start", stage=1, round=number)
        return self

    def enters(self, number: int, table: int, result: Json) -> Json:
        """Enters a result."""
        return self.did("enter", stage=1, round=number, table=table, result=result)

    def ends(self, services: Services, **body: Any) -> Json:
        """Ends the tournament, and lets a minute pass, so that the seed is revealed."""
        done = self.did("end", **body)
        reveal_seeds(services)
        return done
