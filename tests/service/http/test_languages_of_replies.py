"""What programs are told is in the language that they ask for: by `?lang=`, or else by Accept-Language."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.service.client import Api, Pair, json_of
from tests.service.judges import says, start_first_turn

ASKED = [
    ("?lang=fr", {}),
    ("", {"Accept_Language": "fr-CA, en;q=0.5"}),
    ("?lang=fr", {"Accept_Language": "it"}),
]
"""Ways to ask for French; what the address says goes before what a browser always says."""

every_way = pytest.mark.parametrize(("query", "headers"), ASKED)


def in_french(reply: TestResponse) -> TestResponse:
    """Returns a reply that says itself that it is in French."""
    assert reply.headers["Content-Language"] == "fr"
    return reply


@every_way
def test_options_and_why_not(pair: Pair, query: str, headers: dict[str, str]) -> None:
    start_first_turn(pair)
    player = pair.asked
    assert player is not None
    choices = json_of(in_french(player.get(f"/options{query}", **headers)))["choices"]
    labels = {choice["pick"]: choice.get("label", "") for choice in choices}
    assert labels["end"] == "Terminer le tour"
    refused = [choice["sentence"] for choice in choices if not choice["possible"]]
    assert any("ne peut pas" in sentence for sentence in refused)
    assert not any("cannot" in sentence for sentence in refused)


@every_way
def test_a_refused_answer(pair: Pair, query: str, headers: dict[str, str]) -> None:
    seen = pair.public.looks()["seq"]
    path = f"/api/v1/matches/{pair.blue.match}/answers{query}"
    sent = {"picks": ["nowhere"]}
    reply = pair.blue.api.post(path, sent, pair.blue.token, If_Match=f'"{seen}"', **headers)
    assert reply.status_code == 422
    assert "ne peut pas être choisi" in json_of(in_french(reply))["detail"]


@every_way
def test_a_problem(api: Api, query: str, headers: dict[str, str]) -> None:
    reply = api.get(f"/api/v1/matches/nothing/options{query}", **headers)
    assert reply.status_code == 404
    assert "partie" in json_of(in_french(reply))["detail"]


def test_a_language_that_nobody_speaks_here_is_english(pair: Pair) -> None:
    reply = says(pair.public, "/concession", {})
    assert reply.status_code == 401
    assert reply.headers["Content-Language"] == "en"
    unknown = pair.public.api.get("/api/v1/matches/nothing", Accept_Language="tlh")
    assert unknown.headers["Content-Language"] == "en"
