"""A scribe who records a match of bots over HTTP, as a person beside the table would."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from werkzeug.test import TestResponse

from domain.recording.entries import Entry
from service.bootstrap import Services
from tests.recording.robot_scribe import Match, RobotScribe, bot_match
from tests.service.client import Api, Json, Player, json_of

OPTIONS: dict[str, Json] = {"arena": {"chapter": 1}, "villainous": {}}


class PlayedMatch:
    """A match of bots, with the entries that a scribe makes of it."""

    def __init__(self, game: str, seed: int, seats: int) -> None:
        self.game, self.seats = game, seats
        self.match: Match = bot_match(game, seed, seats, OPTIONS[game])
        robot = RobotScribe(self.match, between=1)
        replies = list(robot.record())
        assert len(replies) == len(robot.log)
        self.entries: list[Entry] = [logged.entry for logged in robot.log]


@cache
def played_match(game: str = "arena", seed: int = 4, seats: int = 2) -> PlayedMatch:
    """Returns a played match, the same for each call."""
    return PlayedMatch(game, seed, seats)


def entry_body(entry: Entry, number: int) -> Json:
    """Returns entry *number* as a device sends it."""
    return {
        "id": str(uuid5(NAMESPACE_OID, f"entry {number}")),
        "seat": None if entry.seat < 0 else entry.seat,
        "picks": list(entry.picks),
        "sightings": [{"card": sighting.card} for sighting in entry.sightings],
    }


class Scribe:
    """Somebody with the scribe's token of a match at a real table, with Ana and Ben in its seats."""

    def __init__(self, api: Api, played: PlayedMatch, **settings: Any) -> None:
        self.api, self.played = api, played
        opened = api.opens(
            game=played.game, options=OPTIONS[played.game], seats=played.seats, source="table", **settings
        )
        self.match, self.token = opened["id"], opened["scribe"]
        self.players: list[Player] = [
            api.seats(opened, seat, name) for seat, name in enumerate(("Ana", "Ben", "Cleo")[: played.seats])
        ]
        self.path = f"/api/v1/matches/{self.match}"
        self.bodies = [entry_body(entry, number) for number, entry in enumerate(played.entries, 1)]

    def send(self, bodies: Sequence[Json], after: int, token: str = "", **headers: str) -> TestResponse:
        """Sends entries after entry *after*."""
        body = {"after": after, "entries": list(bodies)}
        return self.api.post(f"{self.path}/entries", body, token or self.token, **headers)

    def enter(self, first: int = 1, last: int = 0) -> Json:
        """Enters the entries from *first* to *last*, or all, one by one, and returns the last reply."""
        reply: Json = {}
        for number in range(first, (last or len(self.bodies)) + 1):
            response = self.send([self.bodies[number - 1]], number - 1)
            assert response.status_code == 201, response.text
            reply = json_of(response)
            assert reply["refused"] is None, (number, reply["refused"])
        return reply

    def head(self) -> str:
        """Returns the hash of the last fact."""
        chain = json_of(self.api.get(f"{self.path}/chain?after={self.seq - 1}", self.token))
        return str(chain["items"][-1]["hash"])

    def list_seqs(self, kind: str) -> list[int]:
        """Returns the numbers of the facts of a kind."""
        page = json_of(self.api.get(f"{self.path}/facts?limit=1000", self.token))
        return [int(fact["seq"]) for fact in page["items"] if fact["event"]["type"] == kind]

    def note(self, seat: int, fact: int, card: str) -> TestResponse:
        """Lets the phone of *seat* note a card of a fact."""
        body = {"seat": seat, "fact": fact, "card": card}
        return self.api.post(f"{self.path}/notes", body, self.players[seat].token)

    @property
    def seq(self) -> int:
        """The number of the last fact."""
        return int(json_of(self.api.get(self.path, self.token))["seq"])

    def facts(self, services: Services) -> list[Any]:
        """Returns all stored facts."""
        return list(services.repository.load_facts(self.match, 0, 100_000))


def send_late_entry(api: Api) -> TestResponse:
    """Sends an entry that does not follow the last one of a new recording."""
    scribe = Scribe(api, played_match())
    return scribe.send(scribe.bodies[:1], 7)


def open_disputed(api: Api, judge: str) -> Json:
    """Opens a match at a real table with one entry, and a case that the token *judge* opened."""
    opened = api.opens(game="arena", options=OPTIONS["arena"], source="table")
    for seat, name in enumerate(("Ana", "Ben")):
        api.seats(opened, seat, name)
    path = f"/api/v1/matches/{opened['id']}"
    entered = api.post(
        f"{path}/entries", {"after": 0, "entries": [{"id": "00000000-begins"}]}, opened["scribe"]
    )
    assert entered.status_code == 201, entered.text
    claimed = api.post(f"{path}/disputes", {"claim": "Not so.", "evidence": []}, judge)
    assert claimed.status_code == 201, claimed.text
    return opened
