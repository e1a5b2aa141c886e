"""Bots that the service plays: they answer when they are asked, whoever looks on, and once."""

from __future__ import annotations

import pytest

from replays.audits.verify import verify
from service.app import create_app, services_of
from service.bootstrap import Services
from service.settings import Settings
from tests.service.client import Api, Player, json_of, seat_names, wait_for


def against_a_bot(api: Api, game: str = "arena") -> Player:
    """Returns Ada, seated against a bot."""
    return api.seats(api.opens(game=game, bots={"1": "greedy"}), 0, "Ada")


def token_of(services: Services) -> str:
    """Returns an API token, for which bots play alone."""
    return services.api_tokens.issue_token("club", ["read"]).token


def awaited(player: Player) -> bool:
    """Tells whether *player* is asked."""
    question = player.looks()["question"]
    return question is not None and question["seat"] == player.seat


def answers_any(player: Player) -> None:
    """Answers with the first of the options, as soon as *player* is asked."""
    wait_for(lambda: awaited(player), "the bot answers")
    seen = player.looks()
    asked = seen["question"]
    reply = player.answers(*asked["options"][: max(1, asked["least"])], after=seen["seq"])
    assert reply.status_code == 201, reply.text


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_a_bot_answers_though_nobody_looks_on(api: Api, game: str) -> None:
    ada = against_a_bot(api, game)
    for _ in range(12):
        answers_any(ada)
    wait_for(lambda: awaited(ada), "the bot answers")
    given = [f["event"] for f in ada.facts() if f["event"]["type"] == "core.Answered"]
    assert {answer["seat"] for answer in given} >= {0, 1}


def test_bots_sit_from_the_first_and_their_seats_are_for_nobody_else(api: Api) -> None:
    opened = api.opens(bots={"1": "greedy"})
    assert opened["claims"][0]
    assert opened["claims"][1] is None
    first, sat = json_of(api.get(f"/api/v1/matches/{opened['id']}/facts"))["items"]
    assert first["event"]["bots"] == [None, "greedy"]
    assert (sat["event"]["type"], sat["event"]["seat"]) == ("table.SeatClaimed", 1)
    assert seat_names(json_of(api.get(f"/api/v1/matches/{opened['id']}"))) == [None, "Bot 2"]
    for claim in ("", opened["claims"][0]):
        reply = api.post(f"/api/v1/matches/{opened['id']}/seats/1/claim", {"player": "Eve"}, claim)
        assert reply.status_code in (401, 403)


def test_bots_among_themselves_play_a_match_to_its_end(api: Api, services: Services) -> None:
    opened = api.opens_for(token_of(services), {"bots": {"0": "random", "1": "random"}})
    public = Player(api, opened["id"])
    wait_for(lambda: public.looks()["ended"] is not None, "the match is over")
    verdict = json_of(public.get("/verification"))
    assert verdict["ok"], verdict["difference"]


def test_a_bot_waits_while_the_match_rests(api: Api, services: Services) -> None:
    ada = against_a_bot(api)
    organizer = services.api_tokens.issue_token("organizer", ["organize"]).token
    wait_for(lambda: awaited(ada), "the bot answers")
    assert api.post(f"/api/v1/matches/{ada.match}/pause", None, organizer).status_code == 201
    assert services.bots.queue_match(ada.match) is False
    assert api.post(f"/api/v1/matches/{ada.match}/resume", None, organizer).status_code == 201
    answers_any(ada)
    wait_for(lambda: awaited(ada), "the bot answers")


def test_two_that_play_for_one_bot_answer_once(api: Api, settings: Settings) -> None:
    """Another process of the service plays the same bots at the same time."""
    other = create_app(settings)
    try:
        ada = against_a_bot(api)
        for _ in range(12):
            answers_any(ada)
        film = services_of(other).repository.load_replay(ada.match)
        assert verify(film.rules, film.facts).ok
    finally:
        services_of(other).close()


def test_what_waits_for_a_bot_is_found_again(api: Api, settings: Settings) -> None:
    """The service is closed while a bot is awaited, and opened again: no news tells of it."""
    opened = api.opens_for(token_of(services_of(api.app)), {"bots": {"0": "random", "1": "random"}})
    services_of(api.app).close()
    again = create_app(settings)
    try:
        public = Player(Api(again), opened["id"])
        wait_for(lambda: public.looks()["ended"] is not None, "the match is over")
    finally:
        services_of(again).close()


@pytest.mark.parametrize(
    ("bots", "pointer"),
    [
        ({"2": "greedy"}, "/bots/2"),
        ({"-1": "greedy"}, "/bots/-1"),
        ({"1": "clever"}, "/bots/1"),
        ([], "/bots"),
    ],
)
def test_a_bot_that_is_not_there_or_sits_nowhere_is_refused(api: Api, bots: object, pointer: str) -> None:
    reply = api.post("/api/v1/matches", {"game": "arena", "bots": bots})
    assert reply.status_code == 422
    assert json_of(reply)["errors"][0]["pointer"].startswith(pointer)
