"""An organizer who runs a tournament over HTTP; tables are drawn by the ratings at them, from a seed.

Tables that are played here have a match: there bots sit on seats of their own, and the service carries the
results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from threading import Event
from time import monotonic
from typing import Any

from flask.testing import FlaskClient

from domain.tournament.reversal.endings import TAKE_BACK_MILLISECONDS
from replays.research.simulation import draw_order
from service.bootstrap import Services

from .bots import Json, Refused, Seated, sends

PATIENCE = 60.0
"""Seconds that the service has to carry on what follows from a match."""


class Organizer:
    """Runs one tournament; `players` are ids by name, `tokens` what they act with."""

    def __init__(self, client: FlaskClient, token: str, seed: str, plan: Json) -> None:
        self._client, self._token, self._headers = client, token, {"Authorization": f"Bearer {token}"}
        self._drawn, self._ratings = Random(seed), dict[str, int]()
        self.players: dict[str, str] = {}
        self.tokens: dict[str, str] = {}
        self.title: str = plan["title"]
        self.tournament: str = self._sends("/api/v1/tournaments", plan)["id"]

    def registers(self, names: Sequence[str]) -> None:
        """Takes players in, each with a rating by which pairings and chance go."""
        rated = {name: round(self._drawn.gauss(1500, 150)) for name in names}
        entrants = [{"name": name, "rating": rating} for name, rating in rated.items()]
        done = self.does("register", players=entrants)
        for fact, (name, rating) in zip(done["facts"], rated.items(), strict=True):
            self.players[name] = player = fact["event"]["player"]
            self._ratings[player] = rating
        self.tokens |= {one["player"]: one["token"] for one in done["tokens"]}

    def does(self, type: str, **body: Any) -> Json:
        """Gives a command; raises `Refused`."""
        return self._sends(self._commands, {"type": type} | body)

    @property
    def _commands(self) -> str:
        return f"/api/v1/tournaments/{self.tournament}/commands"

    def looks(self, name: str = "") -> Json:
        """Looks at the tournament: at `/standings`, or at itself."""
        reply = self._client.get(f"/api/v1/tournaments/{self.tournament}{name}", headers=self._headers)
        if reply.status_code != 200:
            raise Refused(reply)
        results: Json = reply.get_json()
        return results

    def pairs(self) -> Json:
        """Has the next round paired, and returns it."""
        return self._round(self.does("pair", round=self._last + 1)["facts"][-1]["event"]["round"])

    def publishes(self) -> Json:
        """Publishes the last round; returns it."""
        self.does("publish", stage=self.looks()["stage"], round=self._last)
        return self._round(self._last)

    def starts(self, **more: str) -> Json:
        """Publishes the last round, if it is not yet, has players choose, and starts it; returns it."""
        seen = self._round(self._last)
        if seen["state"] == "paired":
            seen = self.publishes()
            self.choose()
        self.does("start", stage=seen["stage"], round=self._last, **more)
        return self._round(self._last)

    def choose(self, *late: str) -> None:
        """Has players of the last round choose by chance, each for itself, while it is not for one *late*."""
        while True:
            seen = self._round(self._last)
            waiting = [
                table
                for table in seen["tables"]
                if table["choices"] and table["choices"]["player"] not in (None, *late)
            ]
            for table in waiting:
                self.choice(seen, table, self.tokens[table["choices"]["player"]])
            if not waiting:
                return

    def choice(self, seen: Json, table: Json, token: str = "") -> None:
        """Makes the choice that a table of a round waits for, with a *token* or as the organizer."""
        due = table["choices"]
        if due["wanted"] == "character":
            what = {"character": self._drawn.choice(due["left"])}
        else:
            what = {"chosen": self._drawn.choice(("turn", "character"))}
        at = {"stage": seen["stage"], "round": seen["round"], "table": table["table"]}
        body = {"type": f"choose_{due['wanted']}", "player": due["player"]} | at | what
        sends(self._client, self._commands, body, token or self._token)

    def plays(self, *waiting: int, **more: str) -> None:
        """Enters a result for every table of the last round but those *waiting*, and closes the round."""
        seen = self._round(self._last)
        at = {"stage": seen["stage"], "round": seen["round"]}
        for table in seen["tables"]:
            if table["result"] is None and table["table"] not in waiting:
                places = draw_order(table["seats"], self._ratings, self._drawn)
                self.does("enter", table=table["table"], result={"places": places}, **at)
        self.does("close", **at, **more)

    def sit(self, table: Json, number: int) -> list[Seated]:
        """Has everybody at a table of a round take the seat in its match, and returns them in their order."""
        found = []
        where = f"/api/v1/tournaments/{self.tournament}/rounds/{number}/tables/{table['table']}/seat"
        for who in table["seats"]:
            taken = sends(self._client, where, {}, self.tokens[who])
            found.append(Seated(self._client, table["match"], taken["seat"], taken["token"]))
        return found

    def opened(self, number: int) -> list[Json]:
        """Returns the tables of a round once all have their matches."""
        return self._once(number, lambda table: bool(table["match"]))

    def told(self, number: int, *tables: int, results: int = 1) -> list[Json]:
        """Returns the tables of a round once these have so many results."""
        return self._once(number, lambda one: one["table"] not in tables or len(one["results"]) >= results)

    def _once(self, number: int, there: Callable[[Json], bool]) -> list[Json]:
        until = monotonic() + PATIENCE
        while True:
            tables: list[Json] = self._round(number)["tables"]
            if all(map(there, tables)):
                return tables
            if monotonic() > until:
                raise TimeoutError(f"Round {number} does not go on.")
            Event().wait(0.01)

    def rules(self, match: str, case: int, **ruling: Any) -> None:
        """Rules on a case of a match, as a judge."""
        response = self._client.get(f"/api/v1/matches/{match}", headers=self._headers)
        sends(
            self._client,
            f"/api/v1/matches/{match}/disputes/{case}/rulings",
            ruling,
            self._token,
            If_Match=f'"{response.get_json()["seq"]}"',
        )

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
                if refused.kind != "/api/v1/problems/not-now":
                    raise
                return
            self.starts()
            self.plays()

    def exports(self) -> bytes:
        """Returns the bundle as everybody reads it, once the job is done that exports a large one."""
        path, until = f"/api/v1/tournaments/{self.tournament}/export", monotonic() + PATIENCE
        while (reply := self._client.get(path)).status_code == 202:
            if monotonic() > until:
                raise TimeoutError("The tournament is not exported.")
            Event().wait(0.05)
            path = f"/api/v1/tournaments/{self.tournament}/export?job={reply.get_json()['id']}"
        return bytes(reply.data)

    def first(self, count: int) -> list[str]:
        """Returns the names of the first so many."""
        seen = self.looks("/standings")
        names = {player["id"]: player["name"] for player in seen["players"]}
        return [names[row["player"]] for row in seen["standings"][:count]]

    @property
    def _last(self) -> int:
        """The number of the last round of the stage."""
        seen = self.looks()
        return sum(known["stage"] == seen["stage"] for known in seen["rounds"])

    def _round(self, number: int) -> Json:
        return self.looks(f"/rounds/{number}")

    def _sends(self, path: str, body: Json) -> Json:
        return sends(self._client, path, body, self._token)


def reveal_seeds(services: Services) -> None:
    """Lets the minute pass in which an end can be taken back."""
    clock = services.tournaments.clock
    services.tournaments.clock = lambda: clock() + TAKE_BACK_MILLISECONDS
    services.seeds.catch_up()
    services.tournaments.clock = clock
