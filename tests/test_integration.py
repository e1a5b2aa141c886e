"""The league site of the manual runs, against a service that really serves, calls and signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from standardwebhooks import WebhookVerificationError
from werkzeug.serving import make_server

from service.app import create_app, services_of
from service.settings import Settings
from tests.service.client import Api, json_of
from tests.service.webhooks.receivers import listening
from tests.test_architecture import ROOT


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    """A service whose webhooks may lead to this machine."""
    app = create_app(Settings(data=tmp_path, webhooks_loopback=True))
    yield Api(app)
    services_of(app).close()


@pytest.fixture
def site(api: Api) -> Iterator[dict[str, Any]]:
    """The site as the manual writes it, for the service under test."""
    manual = (ROOT / "ops/integrate.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", manual, re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    server = make_server("127.0.0.1", 0, api.app, threaded=True)
    serving = Thread(target=server.serve_forever)
    serving.start()
    names["SERVICE"] = f"http://127.0.0.1:{server.port}"
    yield names
    services_of(api.app).process.is_shutting_down = True
    server.shutdown()
    serving.join()
    server.server_close()


def test_results_come_as_they_happen_and_go_on_where_they_were_left(api: Api, site: dict[str, Any]) -> None:
    over = api.seat_pair()
    scene = over.play_out(Random(1))
    feed = site["results"]()
    place, match, sides = next(feed)
    feed.close()
    assert (match, sides) == (over.blue.match, scene["sides"])
    following = site["results"](place)
    pair = api.seat_pair()
    playing = Thread(target=pair.play_out, args=(Random(2),))
    playing.start()
    _, match, sides = next(following)
    playing.join()
    following.close()
    assert match == pair.blue.match
    assert {side["players"][0]["name"] for side in sides} == {"Blue", "Red"}


def test_a_league_table_is_made_of_results_alone(api: Api, site: dict[str, Any]) -> None:
    token = services_of(api.app).api_tokens.issue_token("league", ["organize"]).token
    keys = {name: json_of(api.post("/api/v1/players", {"name": name}))["key"] for name in ("Ada", "Bo", "Cy")}
    for players, gives_up in (
        (("Ada", "Bo"), 1),
        (("Bo", "Cy"), 0),
        (("Cy", "Ada"), 0),
        (("Cy", "Bo"), None),
    ):
        opened = json_of(api.post("/api/v1/matches", {"game": "arena", "event": "spring"}, token))
        match = opened["id"]
        tokens = [
            json_of(
                api.post(
                    f"/api/v1/matches/{match}/seats/{seat}/claim", {"key": keys[name]}, opened["claims"][seat]
                )
            )
            for seat, name in enumerate(players)
        ]
        ending = "draw" if gives_up is None else "concession"
        for seat in (0, 1) if gives_up is None else (gives_up,):
            assert api.post(f"/api/v1/matches/{match}/{ending}", {}, tokens[seat]["token"]).status_code == 201
    api.get(f"/api/v1/matches?min_position={services_of(api.app).store.position()}")
    assert site["league_table"]("spring") == [("Ada", 6), ("Cy", 4), ("Bo", 1)]


def test_a_webhook_of_the_service_is_believed_and_no_other(api: Api, site: dict[str, Any]) -> None:
    token = services_of(api.app).api_tokens.issue_token("league", ["integrate"]).token
    with listening() as receiver:
        asked = {"url": receiver.url, "types": ["table.MatchEnded"]}
        secret = json_of(api.post("/api/v1/webhooks", asked, token))["secret"]
        pair = api.seat_pair()
        pair.play_out(Random(3))
        receiver.waits_for(1)
        call = receiver.heard[0]
    notice = site["received"](call.body, call.headers, secret)
    assert (notice["subject"]["id"], notice["fact"]) == (pair.blue.match, pair.public.facts()[-1])
    with pytest.raises(WebhookVerificationError):
        site["received"](call.body.replace(b'"winners"', b'"losers"'), call.headers, secret)


def test_a_record_is_believed_with_the_key_of_the_service_and_no_other(
    api: Api, site: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    pair = api.seat_pair()
    pair.play_out(Random(4))
    [key] = json_of(api.get("/api/v1/keys"))["items"]
    assert site["wrong_with"](pair.blue.match, key) == []
    elsewhere = create_app(Settings(data=tmp_path_factory.mktemp("elsewhere")))
    [other] = json_of(Api(elsewhere).get("/api/v1/keys"))["items"]
    services_of(elsewhere).close()
    assert site["wrong_with"](pair.blue.match, other) != []
