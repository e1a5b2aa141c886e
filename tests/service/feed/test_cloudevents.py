"""Facts as CloudEvents 1.0, as the specification and its JSON Schema want them."""

from __future__ import annotations

import re
from datetime import datetime
from urllib.parse import urlsplit

import jsonschema_rs

from tests.service.client import Api, Json, Pair, Player, json_of

BATCH = "application/cloudevents-batch+json"

EVENT = {
    "type": "object",
    "required": ["id", "source", "specversion", "type"],
    "properties": {
        "id": {"type": "string", "minLength": 1},
        "source": {"type": "string", "minLength": 1},
        "specversion": {"const": "1.0"},
        "type": {"type": "string", "minLength": 1},
        "datacontenttype": {"type": "string", "minLength": 1},
        "dataschema": {"type": "string", "minLength": 1},
        "subject": {"type": "string", "minLength": 1},
        "time": {"type": "string", "minLength": 1},
        "data": {},
    },
    # The names of extensions are lower-case letters and digits, their values no objects or lists.
    "additionalProperties": {"type": ["boolean", "integer", "string"]},
    "propertyNames": {"pattern": "^([a-z0-9]+|data_base64)$"},
}
"""What the JSON format of CloudEvents 1.0.2 asks of an event."""


def batch(player: Player, query: str = "") -> list[Json]:
    """Returns the facts that *player* may see as a batch of events."""
    reply = player.get(f"/facts{query}", Accept=BATCH)
    assert reply.content_type == BATCH
    events: list[Json] = reply.get_json()
    return events


def test_every_fact_is_an_event_of_the_specification(pair: Pair, api: Api) -> None:
    pair.blue.answers("e1")
    events = batch(pair.public)
    valid = jsonschema_rs.Draft7Validator(EVENT)
    schema = jsonschema_rs.Draft202012Validator(json_of(api.get("/api/v1/games/arena/facts.schema.json")))
    for event in events:
        valid.validate(event)
        schema.validate(event["data"])
        assert urlsplit(event["dataschema"]).path == "/api/v1/games/arena/facts.schema.json"
        assert urlsplit(event["dataschema"]).scheme == "http"
        assert datetime.fromisoformat(event["time"]).tzinfo is not None
        assert re.fullmatch(r"\d{10}", event["sequence"])
    assert len({(event["source"], event["id"]) for event in events}) == len(events)


def test_an_event_says_what_happened_in_which_match(pair: Pair) -> None:
    facts = pair.blue.facts()
    for event, fact in zip(batch(pair.blue), facts, strict=True):
        assert event["data"] == fact
        assert event["type"] == fact["event"]["type"]
        assert (event["id"], event["subject"]) == (f"{pair.blue.match}/{fact['seq']}", pair.blue.match)
        assert int(event["sequence"]) == fact["seq"]


def test_a_fact_has_the_time_of_the_answer_it_follows(pair: Pair) -> None:
    before = pair.blue.looks()["seq"]
    pair.blue.answers("e1")
    [answered, *followed] = batch(pair.public, f"?after={before}")
    at = answered["data"]["event"]["at"]
    assert answered["time"] == at
    assert {event["time"] for event in followed} == {answered["time"]}
    assert batch(pair.public, f"?after={before + 1}") == followed


def test_events_come_page_by_page_like_facts(pair: Pair) -> None:
    reply = pair.public.get("/facts?limit=2", Accept=BATCH)
    assert [event["data"]["seq"] for event in reply.get_json()] == [1, 2]
    assert reply.headers["Link"] == f'</api/v1/matches/{pair.blue.match}/facts?limit=2&cursor=2>; rel="next"'
    assert batch(pair.public, "?after=99999") == []
