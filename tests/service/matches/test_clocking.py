"""An observer of a match with a delay learns nowhere when its players answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from random import Random
from threading import Timer
from time import monotonic

import pytest
from flask import Flask
from msgspec.structs import replace

from service.bootstrap import Services
from service.feed import broadcasts
from service.feed.api import feed
from service.settings import Settings
from tests.service.client import Api, Pair, json_of
from tests.service.feed.test_streams import listen, notices
from tests.service.judges import api_token
from tests.service.matches.test_delay import LATER, seated, words

FORMS = ("application/json", "application/x-ndjson", "application/cloudevents-batch+json", "text/html")
ARGUMENTS = {
    "game": "arena",
    "house": "recount",
    "language": "en",
    "level": "0",
    "place": "000.p/1",
    "player": "Blue",
    "name": "Blue",
}
"""The values of arguments in addresses; an address with others is none of the whole service."""
EXPECTED = {"/metrics"}
"""Addresses for the operator, which a proxy hides."""
SILENCE = 2.0
"""Seconds after which a silent stream gives a sign of life here."""
AGO = r">[^<>]*</time>"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A service without background work, so that only answers change it."""
    return replace(settings, runner=False)


def addresses(app: Flask) -> Iterator[str]:
    """Every address of the whole service, with no match in it."""
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.arguments - ARGUMENTS.keys() or rule.rule in EXPECTED:
            continue
        yield re.sub(r"<(?:\w+:)?(\w+)>", lambda found: ARGUMENTS[found[1]], rule.rule)


def told(api: Api, path: str) -> str:
    """All that *path* tells the public, in every form."""
    return re.sub(AGO, "", "\n".join(words(api.get(path, Accept=form)) for form in FORMS))


def public(pair: Pair, app: Flask, services: Services) -> dict[str, str]:
    """All that the whole service tells the public."""
    services.runner.catch_up()
    services.evidence.seal_heads()
    found = {path: told(pair.blue.api, path) for path in addresses(app)}
    checkpoint = pair.blue.api.get("/api/v1/checkpoint")
    return found | {"/api/v1/checkpoint": checkpoint.text}


def test_no_address_of_the_service_changes_with_a_hidden_answer(
    api: Api, services: Services, app: Flask
) -> None:
    pair, luck = seated(api, LATER), Random(81)
    before = public(pair, app, services)
    assert len(before) > 40
    assert sum("200 OK" in text for text in before.values()) > 25
    for _ in range(3):
        for _ in range(4):
            pair.answer_by(luck)
        after = public(pair, app, services)
        assert [path for path in before if after[path] != before[path]] == []
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    over = public(pair, app, services)
    changed = {path for path in before if over[path] != before[path]}
    assert {"/api/v1/facts", "/api/v1/matches", "/api/v1/checkpoint", "/readyz"} <= changed


def test_the_feed_ends_with_the_last_public_fact(api: Api, services: Services) -> None:
    pair, luck = seated(api, LATER), Random(82)
    end = json_of(api.get("/api/v1/facts"))["position"]
    for _ in range(4):
        pair.answer_by(luck)
    assert services.store.position() > end
    for path in ("", "?game=arena", "?type=table.MatchEnded", f"?after={end}", f"?match={pair.blue.match}"):
        page = json_of(api.get(f"/api/v1/facts{path}"))
        assert (page["position"], page["next"]) == (end, None)
    beyond = [api.get(f"/api/v1/facts?after={end + more}") for more in (1, 9_999)]
    assert [(reply.status_code, json_of(reply)["end"]) for reply in beyond] == [(409, end), (409, end)]
    api.opens()
    assert json_of(api.get("/api/v1/facts"))["position"] == services.store.position()


def test_a_stream_tells_nothing_beyond_it(api: Api, services: Services) -> None:
    pair, luck = seated(api, LATER), Random(83)
    items = json_of(api.get("/api/v1/facts"))["items"]
    for _ in range(4):
        pair.answer_by(luck)
    other = api.opens()
    line = listen(api)
    heard = notices(line)
    assert [next(heard)["position"] for _ in items] == [item["position"] for item in items]
    assert next(heard)["subject"] == {"kind": "match", "id": other["id"]}
    line.close()


@pytest.mark.parametrize("place", ["/api/v1/facts", "/api/v1/matches/{match}/facts"])
def test_a_silent_stream_gives_its_sign_at_its_time_whatever_is_hidden(
    api: Api, services: Services, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (feed, broadcasts):
        monkeypatch.setattr(module, "KEEP_ALIVE", SILENCE)
    pair = seated(api, LATER)
    pair.answer_by(Random(87))
    hidden = pair.blue.looks()["seq"]
    path = place.format(match=pair.blue.match)
    last = json_of(api.get(f"{path}?limit=5000"))["items"][-1]
    after = last.get("position", last["seq"])
    telling = services.store.position(), pair.blue.match, hidden
    with closing(api.get(f"{path}?after={after}", Accept="text/event-stream")) as reply:
        lines = iter(reply.response)
        next(lines)
        start, timer = monotonic(), Timer(0.7 * SILENCE, services.bus.publish, telling)
        timer.start()
        assert str(next(lines)).startswith("b': still here")
        assert 0.9 * SILENCE < monotonic() - start < 1.5 * SILENCE
        timer.join()


def test_a_webhook_stands_at_the_last_public_fact(api: Api, services: Services) -> None:
    pair, luck = seated(api, LATER), Random(84)
    end = json_of(api.get("/api/v1/facts"))["position"]
    for _ in range(4):
        pair.answer_by(luck)
    token = api_token(services, pair, "integrate", "league").token
    made = json_of(api.post("/api/v1/webhooks", {"url": "https://league.example/hook"}, token))
    assert (made["position"], made["last"]) == (end, end)


PLACES = ("/matches/{match}", "/matches/{match}/facts", "/matches/{other}", "/matches", "/tournaments")


@pytest.mark.parametrize("place", PLACES)
def test_a_position_beyond_the_last_public_fact_tells_nobody_where_the_log_ends(
    api: Api, services: Services, place: str
) -> None:
    other = api.seat_pair()
    pair, luck = seated(api, LATER), Random(85)
    for _ in range(4):
        pair.answer_by(luck)
    end, last = services.feed.find_end(), services.store.position()
    services.runner.catch_up()
    assert last > end + 4
    path = f"/api/v1{place.format(match=pair.blue.match, other=other.blue.match)}?min_position="
    for token in ("", "" if pair.blue.match in path else other.blue.token):
        told = {words(api.get(f"{path}{position}", token)) for position in (end, end + 1, last, last + 1)}
        assert len(told) == 1
        assert told.pop().startswith("200 OK")


def test_a_gap_between_public_positions_is_the_number_of_all_hidden_facts_together(
    api: Api, services: Services
) -> None:
    """The known limit of SECURITY.md: how many facts were hidden, of which kinds and records nothing."""
    pair, luck = seated(api, LATER), Random(86)
    end = services.feed.find_end()
    for _ in range(3):
        pair.answer_by(luck)
    private = api.seat_pair(private=True)
    services.api_tokens.issue_token("desk-1", ["organize"])
    other = api.opens()["id"]
    hidden = [row.match for row in services.store.read(end, 999) if row.match != other]
    assert {pair.blue.match, private.blue.match} < {*hidden}
    [notice] = json_of(api.get(f"/api/v1/facts?after={end}"))["items"]
    assert (notice["subject"]["id"], notice["position"] - end - 1) == (other, len(hidden))
