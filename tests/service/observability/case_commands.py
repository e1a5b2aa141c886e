"""Commands about cases and challenges whose reply is lost."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.catalog.examples import EXAMPLE_POSITION
from service.http.addresses import API
from tests.service.cases.test_photos import picture
from tests.service.client import Pair, json_of
from tests.service.judges import disputes, judge
from tests.service.tournaments.desk import Desk

Send = Callable[[], TestResponse]


def note_position(pair: Pair, services: Services) -> Send:
    """Returns the request that notes a position in a case."""
    disputes(pair.blue)
    path = f"{API}/matches/{pair.blue.match}/disputes/1/positions"
    return lambda: pair.red.api.post(
        path, {"position": EXAMPLE_POSITION}, pair.red.token, Idempotency_Key="once"
    )


def add_photo(pair: Pair, services: Services) -> Send:
    """Returns the request that adds a photo to a case."""
    disputes(pair.blue)
    path = f"{API}/matches/{pair.blue.match}/disputes/1/photos"
    headers = {"Authorization": f"Bearer {pair.blue.token}", "Idempotency-Key": "once"}
    client = pair.blue.api.app.test_client()
    return lambda: client.post(path, data=picture(), headers=headers, content_type="image/jpeg")


def remove_photo(pair: Pair, services: Services) -> Send:
    """Returns the request of a judge that removes a photo."""
    added = json_of(add_photo(pair, services)())
    path = f"{API}/matches/{pair.blue.match}/disputes/1/photos/{added['seq']}/removal"
    token = judge(services, pair).token
    return lambda: pair.blue.api.post(path, {}, token, Idempotency_Key="once")


def call_judge(pair: Pair, services: Services) -> Send:
    """Returns the request of a player who calls a judge to a table with printed cards."""
    desk = Desk.opens(pair.blue.api, services).registers("Ada", "Grace").starts()
    path = f"{API}/tournaments/{desk.tournament}/rounds/1/tables/1/cases"
    return lambda: desk.api.post(path, {"claim": "No!"}, desk.tokens["Ada"], Idempotency_Key="once")


def accept_challenge(pair: Pair, services: Services) -> Send:
    """Returns the request that accepts a challenge, with the secret that proves its sender."""
    offer = {"game": "arena", "pace": "day", "player": "Ada"}
    challenge = json_of(pair.blue.api.post(f"{API}/challenges", offer))["challenge"]["id"]
    headers = {"Idempotency_Key": "once", "Idempotency_Secret": "s" * 22}
    path = f"{API}/challenges/{challenge}/acceptance"
    return lambda: pair.blue.api.post(path, {"player": "Grace"}, **headers)


COMMANDS: dict[str, Callable[[Pair, Services], Send]] = {
    f"{API}/challenges/{{challenge}}/acceptance": accept_challenge,
    f"{API}/matches/{{match}}/disputes/{{number}}/photos": add_photo,
    f"{API}/matches/{{match}}/disputes/{{number}}/photos/{{seq}}/removal": remove_photo,
    f"{API}/matches/{{match}}/disputes/{{number}}/positions": note_position,
    f"{API}/tournaments/{{tournament}}/rounds/{{number}}/tables/{{table}}/cases": call_judge,
}
