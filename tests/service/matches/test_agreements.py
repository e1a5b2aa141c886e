"""Around the game, over HTTP: concessions, draws, pauses; events, and who runs them."""

from __future__ import annotations

from random import Random

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Api, Pair, Player, json_of
from tests.service.judges import api_token, disputes, judge, listed, rules, sound, winning_seats


def does(player: Player, what: str) -> TestResponse:
    """Somebody does something around the match."""
    return player.api.post(f"/api/v1/matches/{player.match}/{what}", {}, player.token)


def kinds(reply: TestResponse) -> list[str]:
    """What followed, by name."""
    assert reply.status_code == 201, reply.text
    return [fact["event"]["type"].removeprefix("table.") for fact in json_of(reply)["facts"]]


def why(reply: TestResponse) -> tuple[int, str]:
    return reply.status_code, str(json_of(reply)["detail"])


@pytest.fixture
def begun(pair: Pair) -> Pair:
    """A match in which some questions are answered."""
    luck = Random(81)
    for _ in range(4):
        pair.answer_by(luck)
    return pair


# -- conceding and drawing ---------------------------------------------------------------------------------


def test_the_other_side_wins_a_match_that_is_conceded(begun: Pair, services: Services) -> None:
    reply = does(begun.red, "concession")
    assert kinds(reply) == ["Conceded", "MatchEnded"]
    assert json_of(reply)["scene"]["status"] == "over"
    assert reply.headers["ETag"] == f'"{json_of(reply)["seq"]}"'
    assert winning_seats(listed(begun, services)) == [0]
    assert "Red concedes the match." in begun.public.get("/narration", Accept="text/plain").text
    assert sound(begun)
    assert why(does(begun.blue, "concession")) == (409, "The match is over.")


def test_teammates_concede_together(api: Api) -> None:
    opened = api.opens(seats=4, options={"chapter": 2})
    players = [api.seats(opened, seat, f"Player {seat}") for seat in range(4)]
    ended = json_of(does(players[3], "concession"))["facts"][-1]["event"]
    teams = players[0].looks()["board"]["teams"]
    assert ended["winners"] == [seat for seat in range(4) if teams[seat] != teams[3]]


def test_three_agree_on_a_draw(api: Api) -> None:
    opened = api.opens(game="villainous", seats=3)
    players = [api.seats(opened, seat, f"Player {seat}") for seat in range(3)]
    assert [kinds(does(player, "draw")) for player in players][-1] == ["DrawOffered", "MatchEnded"]


def test_a_draw_is_offered_and_taken(begun: Pair, services: Services) -> None:
    assert kinds(does(begun.red, "draw")) == ["DrawOffered"]
    assert why(does(begun.red, "draw"))[0] == 409
    declined = begun.blue.api.post(
        f"/api/v1/matches/{begun.blue.match}/decline", {"what": "draw"}, begun.blue.token
    )
    assert kinds(declined) == ["OfferDeclined"]
    assert kinds(does(begun.red, "draw")) == ["DrawOffered"]
    assert kinds(does(begun.blue, "draw")) == ["DrawOffered", "MatchEnded"]
    said = [line["text"] for line in json_of(begun.public.get("/narration"))["items"]][-5:]
    assert said == [
        "Red offers a draw.",
        "Blue declines the draw.",
        "Red offers a draw.",
        "Blue accepts the draw.",
        "Draw.",
    ]
    assert (listed(begun, services)["status"], listed(begun, services)["result"]["how"]) == ("over", "drawn")
    assert sound(begun)


@pytest.mark.parametrize("what", ["concession", "draw"])
def test_only_who_plays_ends_a_match_so(begun: Pair, services: Services, what: str) -> None:
    assert does(begun.public, what).status_code == 401
    assert does(judge(services, begun), what).status_code == 401


def test_before_the_match_begins_there_is_nothing_to_concede(api: Api) -> None:
    opened = api.opens()
    alone = api.seats(opened, 0, "Ada")
    assert why(does(alone, "concession")) == (409, "Not every seat is claimed yet.")


# -- pauses ------------------------------------------------------------------------------------------------


def test_players_agree_on_a_pause_and_any_of_them_ends_it(begun: Pair, services: Services) -> None:
    seen = begun.blue.looks()
    assert kinds(does(begun.red, "pause")) == ["PauseAsked"]
    assert kinds(does(begun.blue, "pause")) == ["PauseAsked", "Paused"]
    scene = begun.public.looks()
    assert (scene["status"], scene["question"]) == ("paused", None)
    assert listed(begun, services)["status"] == "paused"
    asked = begun[seen["question"]["seat"]]
    pick = asked.get(f"/facts/{seen['seq']}/options").get_json()["choices"][0]["pick"]
    assert why(asked.answers(pick)) == (409, "The match is paused, by players.")
    assert kinds(does(begun.red, "resume")) == ["Resumed"]
    assert listed(begun, services)["status"] == "playing"
    assert asked.answers(pick, after=seen["seq"]).status_code == 201
    assert sound(begun)


def test_what_a_judge_or_an_organizer_pauses_no_player_resumes(begun: Pair, services: Services) -> None:
    whistle, desk = judge(services, begun), api_token(services, begun, "organize", "desk-1")
    assert kinds(does(desk, "pause")) == ["Paused"]
    assert why(does(begun.blue, "resume"))[0] == 409
    assert kinds(does(whistle, "resume")) == ["Resumed"]
    assert why(does(whistle, "resume")) == (409, "The match is not paused.")
    assert does(api_token(services, begun, "read", "reader-1"), "pause").status_code == 403


def test_a_judge_rules_in_a_pause_and_the_match_stays_paused(begun: Pair, services: Services) -> None:
    whistle = judge(services, begun)
    disputes(begun.blue)
    assert kinds(does(whistle, "pause")) == ["Paused"]
    assert rules(whistle).status_code == 201
    assert begun.public.looks()["status"] == "paused"
    assert sound(begun)


# -- events, and who runs them -----------------------------------------------------------------------------


def test_an_organizer_opens_matches_in_the_name_of_an_event(api: Api, services: Services) -> None:
    token = services.api_tokens.issue_token("desk-1", ["organize"]).token
    body = {"game": "arena", "event": "spring-open"}
    opened = json_of(api.post("/api/v1/matches", body, token))
    other = api.opens()
    listed = json_of(api.get(f"/api/v1/matches?event=spring-open&min_position={services.store.position()}"))[
        "items"
    ]
    assert [(entry["id"], entry["event"]) for entry in listed] == [(opened["id"], "spring-open")]
    [first] = json_of(api.get(f"/api/v1/matches/{other['id']}/facts"))["items"]
    assert first["event"]["event"] is None


def test_nobody_else_does(api: Api, services: Services) -> None:
    body = {"game": "arena", "event": "spring-open"}
    assert api.post("/api/v1/matches", body).status_code == 401
    for scope in ("judge", "read", "integrate"):
        token = services.api_tokens.issue_token("somebody", [scope]).token
        assert api.post("/api/v1/matches", body, token).status_code == 403


@pytest.mark.parametrize("event", ["two words", "x" * 64, "-", "naïve", 7])
def test_an_event_has_an_opaque_name(api: Api, event: object) -> None:
    assert api.post("/api/v1/matches", {"game": "arena", "event": event}).status_code == 422


def test_a_fork_belongs_to_no_event_and_has_no_delay(api: Api, services: Services) -> None:
    token = services.api_tokens.issue_token("desk-1", ["organize"]).token
    body = {"game": "arena", "event": "spring-open", "delay": {"facts": 3}}
    opened = json_of(api.post("/api/v1/matches", body, token))
    pair = Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))
    question = pair.blue.looks()["seq"]
    does(pair.blue, "concession")
    fork = json_of(api.post(f"/api/v1/matches/{opened['id']}/forks", {"seq": question}))
    [first] = json_of(api.get(f"/api/v1/matches/{fork['id']}/facts"))["items"]
    assert (first["event"]["event"], first["event"]["delay"]) == (None, None)


def test_an_organizer_reads_what_is_said_in_cases_and_no_hand(begun: Pair, services: Services) -> None:
    desk = api_token(services, begun, "organize", "desk-1")
    disputes(begun.blue, "I had two cards.")
    assert json_of(desk.get("/disputes"))["items"][0]["claim"] == "I had two cards."
    assert json_of(desk.get("/disputes/1"))["dispute"]["text"] == "I had two cards."
    assert json_of(begun.public.get("/disputes"))["items"][0]["claim"] is None
    assert desk.looks()["board"] == begun.public.looks()["board"]
    assert "private" in desk.get("/facts/3/scene").headers["Cache-Control"]
