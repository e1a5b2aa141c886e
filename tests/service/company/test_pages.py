"""Pages that find opponents: the queue, a challenge by link or by name, and the match on the front page."""

from __future__ import annotations

import re
from random import Random

import pytest
from flask import Flask
from msgspec.structs import replace

from service.bootstrap import Services
from service.settings import Settings
from tests.service.browser import Browser, listed, text
from tests.service.client import Api, Player, json_of


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Those of a service that pairs nobody by itself."""
    return replace(settings, runner=False)


@pytest.fixture
def ada(app: Flask) -> Browser:
    return Browser(app)


@pytest.fixture
def grace(app: Flask) -> Browser:
    return Browser(app)


def sign_in(browser: Browser, name: str) -> None:
    assert browser.post("/me", {"name": name}).status_code == 200


def arrange(browser: Browser, **form: str) -> str:
    """Sends the form and returns the page of the challenge."""
    reply = browser.post("/play", {"game": "arena", "pace": "quick", "player": "Guest"} | form)
    assert reply.status_code == 303, text(reply)
    return reply.location


def test_two_visitors_that_wait_find_their_match_on_their_pages(
    ada: Browser, grace: Browser, services: Services
) -> None:
    pages = arrange(ada, player="Lin"), arrange(grace, player="Lin")
    assert "Looking for an opponent" in text(ada.get(pages[0]))
    assert "2 waiting" in text(Browser(ada.client.application).get("/"))
    services.company.queue.pair_players()
    found = [browser.get(page).location for browser, page in zip((ada, grace), pages, strict=True)]
    assert found[0] == found[1]
    match = found[0].removeprefix("/m/")
    tables = [json_of(browser.get(f"/m/{match}/table")) for browser in (ada, grace)]
    assert {table["seat"] for table in tables} == {0, 1}
    assert len({seat["id"] for seat in tables[0]["seats"]}) == 2  # a mute distinguishes players of one name


def test_an_account_and_a_guest_read_why_their_match_is_friendly(
    ada: Browser, grace: Browser, services: Services
) -> None:
    sign_in(ada, "Ada")
    pages = arrange(ada), arrange(grace, player="Lin")
    assert "Rated against an account, friendly against a guest" in text(ada.get(pages[0]))
    reason = "Friendly, because a guest plays"
    assert reason in text(grace.get(pages[1]))
    services.company.queue.pair_players()
    assert reason in text(ada.get(ada.get(pages[0]).location))


def test_a_player_that_left_finds_the_match_on_the_front_page(
    ada: Browser, grace: Browser, services: Services
) -> None:
    page = arrange(ada, way="link", pace="day", player="Ada")
    shown = text(grace.get(page))
    assert "Ada challenges you" in shown
    assert "friendly" in shown
    accepted = grace.post(f"{page}/accept", {"player": "Grace"})
    assert accepted.location in ada.get("/").text
    assert re.search(r"Your matches .* Ada", text(ada.get("/")))
    assert grace.post(f"{page}/accept", {"player": "Late"}).status_code == 409


def test_a_link_to_the_match_leads_the_challenger_to_the_seat(ada: Browser, grace: Browser) -> None:
    page = arrange(ada, way="link", pace="day", player="Ada")
    accepted = grace.post(f"{page}/accept", {"player": "Grace"})
    assert ada.get(accepted.location).status_code == 200
    tables = [json_of(browser.get(f"{accepted.location}/table")) for browser in (ada, grace)]
    assert {table["seat"] for table in tables} == {0, 1}


def test_a_named_player_reads_the_challenge_and_declines(ada: Browser, grace: Browser, app: Flask) -> None:
    sign_in(ada, "Ada")
    sign_in(grace, "Grace")
    page = arrange(ada, way="player", opponent="Grace", pace="normal")
    for path in ("/", "/me"):
        assert "Ada challenges you" in text(grace.get(path))
        assert "You challenge Grace" in text(ada.get(path))
    assert "Challenges" not in text(Browser(app).get("/"))
    assert grace.post(f"{page}/end", {}).status_code == 303
    assert "Grace declines" in text(ada.get(page))


def test_the_form_says_what_is_wrong(ada: Browser) -> None:
    sign_in(ada, "Ada")
    body = {"game": "arena", "pace": "quick", "way": "player", "opponent": "Nobody here"}
    refused = ada.post("/play", body)
    assert refused.status_code == 404
    assert "There is no player “Nobody here”." in text(refused)
    assert ada.post("/play", body | {"pace": "never"}).status_code == 422
    assert ada.post("/play", body, csrf="another").status_code == 403


def test_leaving_the_queue_ends_the_entry(ada: Browser, services: Services) -> None:
    page = arrange(ada, player="Ada")
    assert ada.post(f"{page}/end", {}).status_code == 303
    assert "withdrawn" in text(ada.get(page))
    assert services.company.challenges.list_waiting() == []


def test_a_browser_waits_once_and_until_its_match(ada: Browser, grace: Browser, services: Services) -> None:
    arrange(ada, player="Ada")
    arrange(ada, player="Ben", pace="normal")
    assert len(services.company.challenges.list_waiting()) == 1
    own, page = arrange(ada, way="link"), arrange(grace, way="link")
    assert ada.post(f"{own}/accept", {"player": "Ben"}).status_code == 422
    assert ada.post(f"{page}/accept", {"player": "Ben"}).status_code == 303
    assert services.company.challenges.list_waiting() == []


def test_the_list_of_matches_shows_ratings(ada: Browser, api: Api, services: Services) -> None:
    keys = [json_of(api.post("/api/v1/players", {"name": name}))["key"] for name in ("Ada", "Grace")]
    opened, players = api.opens(), []
    for seat, key in enumerate(keys):
        path = f"/api/v1/matches/{opened['id']}/seats/{seat}/claim"
        token = json_of(api.post(path, {"key": key}, opened["claims"][seat]))["token"]
        players.append(Player(api, opened["id"], seat, token))
    assert "1500" not in text(ada.get("/lobby"))
    services.agreements.concede_match(opened["id"], players[Random(1).randrange(2)].token)
    services.runner.catch_up()
    ratings = services.profiles.rating_curves()
    assert len(ratings) == 2
    shown = listed(ada, "?status=over")
    assert all(f"{curve[-1].rating.rating}?" in shown for curve in ratings.values())
