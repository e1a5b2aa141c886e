"""All hands of a match that is over: for everybody who asks for them, and for nobody before."""

from __future__ import annotations

from random import Random

import pytest

from service.bootstrap import Services
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.judges import disputes, file

READ = (
    "",
    "/frames",
    "/facts",
    "/acts",
    "/narration",
    "/facts/5/scene",
    "/diff?from=3&to=5",
    "/facts/5/why",
    "/facts/5/options",
)
"""Where a match is looked at."""


@pytest.fixture
def over(pair: Pair) -> Pair:
    """A match that was played to its end, with something disputed on the way."""
    disputes(pair.red, "He holds the lamp.")
    pair.play_out(Random(4))
    return pair


def opens(player: Player, what: str) -> Json:
    """Looks with all hands open."""
    reply = player.get(what, X_Viewer="everything")
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def test_after_the_end_everybody_may_open_all_hands(over: Pair) -> None:
    seq = next(f["seq"] for f in over.public.facts() if f["event"]["type"] == "arena.TurnBegan")
    hidden, opened = (
        json_of(over.public.get(f"/facts/{seq}/scene")),
        opens(over.public, f"/facts/{seq}/scene"),
    )
    assert opened["viewer"] == "everything"
    for seat in (0, 1):
        assert set(hidden["board"]["summoners"][seat]["hand"]) == {None}
        assert None not in opened["board"]["summoners"][seat]["hand"]
        assert None not in opened["board"]["summoners"][seat]["deck"]
    for what in READ:
        opens(over.public, what)


def test_all_hands_of_a_private_match_are_for_its_players_alone(api: Api) -> None:
    private = api.seat_pair(private=True)
    conceded = api.post(f"/api/v1/matches/{private.red.match}/concession", {}, private.red.token)
    assert conceded.status_code == 201
    for path in READ:
        assert private.public.get(path, X_Viewer="everything").status_code == 403
        opens(private.blue, path)


def test_before_the_end_nobody_may(pair: Pair) -> None:
    for player in (pair.public, pair.blue):
        for what in READ:
            reply = player.get(what.replace("5", "1"), X_Viewer="everything")
            assert reply.status_code == 403
            assert "is not over" in reply.get_json()["detail"]


def test_what_was_said_in_a_case_stays_with_those_it_was_said_to(over: Pair) -> None:
    told_ = opens(over.public, "/facts?limit=5000")["items"]
    [claim] = [fact["event"]["claim"] for fact in told_ if fact["event"]["type"] == "table.DisputeOpened"]
    assert claim is None
    assert file(over.public)["dispute"]["hidden"].startswith("What is said in a case may tell")
    assert file(over.blue)["dispute"]["hidden"] is None
    assert file(over.blue)["dispute"]["text"] == "He holds the lamp."
    page = over.public.get("/disputes/1", Accept="text/plain").text
    assert "Hidden. What is said in a case" in page
    assert "lamp" not in page


def test_a_study_waits_for_the_match_that_it_goes_on_from(pair: Pair, api: Api, services: Services) -> None:
    token = services.api_tokens.issue_token("judge-1", ["judge"]).token
    seq = pair.public.looks()["seq"]
    reply = api.post(f"/api/v1/matches/{pair.blue.match}/forks", {"seq": seq}, token)
    assert reply.status_code == 201, reply.text
    fork = Pair(api.seats(json_of(reply), 0, "Ada"), api.seats(json_of(reply), 1, "Grace"))
    luck = Random(4)
    while fork.answer_by(luck):
        pass
    assert fork.blue.looks()["status"] == "over"
    assert fork.public.get("/facts/5/scene", X_Viewer="everything").status_code == 403


def test_nothing_shared_keeps_what_was_opened(over: Pair) -> None:
    headers = over.public.get("/facts/5/scene", X_Viewer="everything").headers
    assert headers["Cache-Control"].startswith("private")
    assert "X-Viewer" in headers["Vary"]
