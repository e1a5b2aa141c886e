"""Deliveries are what the document says of them."""

from __future__ import annotations

from random import Random

import jsonschema_rs
import pytest

from service.webhooks.contract import EXAMPLE

from ..client import Api, Json, json_of
from ..http.test_document import fits
from ..tournaments.desk import Desk
from .integrators import Integrator, Post, opens
from .receivers import Receiver, says


@pytest.fixture
def document(api: Api) -> Json:
    """The document as it is served."""
    return json_of(api.get("/api/v1/openapi.json"))


@pytest.fixture
def operation(document: Json) -> Json:
    """The operation that a receiver serves."""
    found: Json = document["webhooks"]["fact"]["post"]
    return found


def test_a_delivery_fits_its_schema(
    league: Integrator, post: Post, receiver: Receiver, document: Json, operation: Json
) -> None:
    league.subscribes(receiver.url)
    league.api.seat_pair().play_out(Random(1))
    Desk.opens(league.api, post.services).registers("Ada", "Grace").starts()
    post.goes_round()
    media = operation["requestBody"]["content"]["application/json"]
    types = set()
    for message in receiver.heard:
        assert message.headers["content-type"] == "application/json"
        fits(document, media["schema"]["$ref"].rpartition("/")[2], message.notice)
        types.add(message.type)
    assert types > {"table.MatchEnded", "tournament.RoundStarted", "core.Asked"}


def test_its_headers_fit_theirs(league: Integrator, post: Post, receiver: Receiver, operation: Json) -> None:
    webhook = league.subscribes(receiver.url)
    league.api.post(f"/api/v1/webhooks/{webhook['id']}/rotate", {}, league.token)  # both secrets sign now
    opens(league.api)
    post.goes_round()
    [message] = receiver.heard
    assert len(message.headers["webhook-signature"].split()) == 2
    for header in operation["parameters"]:
        text = message.headers[header["name"]]
        value = int(text) if header["schema"]["type"] == "integer" else text
        jsonschema_rs.validate(header["schema"], value)
        jsonschema_rs.validate(header["schema"], header["example"])


def test_the_example_fits_too(document: Json, operation: Json) -> None:
    assert operation["requestBody"]["content"]["application/json"]["example"] == EXAMPLE
    fits(document, "WebhookMessage", EXAMPLE)


@pytest.mark.parametrize(
    ("status", "response", "failures", "is_disabled"),
    [(204, "2XX", 0, False), (410, "410", 1, True), (302, "default", 1, False), (500, "default", 1, False)],
)
def test_a_reply_has_the_effect_that_the_document_tells(
    league: Integrator,
    post: Post,
    receiver: Receiver,
    operation: Json,
    status: int,
    response: str,
    failures: int,
    is_disabled: bool,
) -> None:
    receiver.reply = says(status, Location=receiver.url)
    webhook = league.subscribes(receiver.url)
    opens(league.api)
    post.goes_round()
    after = league.looks(f"/{webhook['id']}")
    assert response in operation["responses"]
    assert (after["failures"], after["disabled"] is not None) == (failures, is_disabled)
