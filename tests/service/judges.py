"""People around a case: judges, those with other API tokens, and what they send."""

from __future__ import annotations

from random import Random
from typing import Any

from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.identity.api_tokens import Scope

from .client import Api, Json, Pair, Player, json_of

RULE = "SA-601"
"""A rule that rulings in these tests rest on."""


def judge(services: Services, pair: Pair, name: str = "judge-7f3a", api: Api | None = None) -> Player:
    """A judge of the event of *pair* who comes to their table, perhaps by another way into the service."""
    event = services.repository.load_settings(pair.blue.match).event
    token = services.api_tokens.issue_token(name, ["judge"], event=event).token
    return Player(api or pair.blue.api, pair.blue.match, None, token)


def api_token(services: Services, pair: Pair, scope: Scope, name: str) -> Player:
    """Somebody with an API token who comes to the table of *pair*."""
    return Player(pair.blue.api, pair.blue.match, None, services.api_tokens.issue_token(name, [scope]).token)


def start_first_turn(pair: Pair) -> Pair:
    """Lets them set up; the first turn is to be chosen, and nothing is under way."""
    luck = Random(3)
    while pair.public.looks()["question"]["prompt"] != "turn":
        pair.answer_by(luck)
    return pair


def says(player: Player, what: str, body: Json, after: int | None = None) -> TestResponse:
    """Sends something about a case, having seen the match as it stands."""
    seen = player.looks()["seq"] if after is None else after
    path = f"/api/v1/matches/{player.match}{what}"
    return player.api.post(path, body, player.token, If_Match=f'"{seen}"')


def disputes(player: Player, claim: str = "That was one too many.", *evidence: Json) -> Json:
    reply = says(player, "/disputes", {"claim": claim, "evidence": list(evidence)})
    assert reply.status_code == 201, reply.text
    return json_of(reply)


def rules(whistle: Player, case: int = 1, **ruling: Any) -> TestResponse:
    body = {"outcome": "note", "rules": [RULE], "text": "Play on."} | ruling
    return says(whistle, f"/disputes/{case}/rulings", body)


def file(player: Player, case: int = 1) -> Json:
    reply = player.get(f"/disputes/{case}")
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def moves(pair: Pair) -> list[Json]:
    """Lets a figure move; returns what followed."""
    assert pair.asked is not None
    options = pair.asked.looks()["question"]["options"]
    reply = pair.asked.answers(next(pick for pick in options if pick.startswith("move:")))
    assert reply.status_code == 201, reply.text
    facts: list[Json] = json_of(reply)["facts"]
    return facts


def listed(pair: Pair, services: Services) -> Json:
    """How the list of matches tells this one, after everything that was said."""
    [entry] = json_of(pair.public.api.get(f"/api/v1/matches?min_position={services.store.position()}"))[
        "items"
    ]
    assert isinstance(entry, dict)
    return entry


def refused(reply: TestResponse) -> tuple[int, str, str]:
    """Returns the status of a refusal, what of the body was wrong, and why."""
    problem = json_of(reply)
    pointers = [error["pointer"] for error in problem.get("errors", [])]
    return reply.status_code, " ".join(pointers), problem["detail"]


def sound(pair: Pair) -> bool:
    """Whether the record is still what its answers and rulings lead to."""
    return bool(json_of(pair.public.get("/verification"))["ok"])


def winning_seats(entry: Json) -> list[int]:
    """Returns the seats that won a match of the list, none of a draw or of a match that goes on."""
    if entry["result"] is None or entry["result"]["how"] == "drawn":
        return []
    return [seat for side in entry["sides"] if side["place"] == 1 for seat in side["seats"]]
