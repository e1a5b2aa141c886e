"""The page of the own account, in a browser without scripts: made, signed in to, used, renewed, ended."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.settings import Settings
from tests.service.browser import Browser, text
from tests.service.client import Api, Player, json_of
from tests.service.evidence.audit.people import Vandal
from tests.service.identity.test_accounts import account, id_in
from tests.service.identity.test_players import sat_down


def key_on(page: TestResponse) -> str:
    found = re.search(r'id="link" readonly value="([^"]*)"', page.text)
    assert found is not None, text(page)
    assert f'download="recount.txt" href="data:text/plain,{quote(html.unescape(found[1]))}"' in page.text
    return html.unescape(found[1]).partition("#key=")[2]


def signs_up(browser: Browser, name: str = "Ada") -> str:
    """Makes an account on the page; returns its key."""
    page = browser.post("/me", {"name": name})
    assert (page.status_code, page.headers["Cache-Control"]) == (200, "no-store")
    return key_on(page)


def test_who_has_made_an_account_plays_with_it_by_every_form(
    ada: Browser, api: Api, services: Services
) -> None:
    id = services.accounts.account_of(signs_up(ada)).id
    by_form = ada.opens(player="Mallory")
    opened = api.opens()
    ada.takes(opened, 0, "")
    assert id_in(api, by_form) == id_in(api, opened["id"]) == id
    assert "You play as Ada" in text(ada.get("/new?game=arena"))
    assert 'name="player"' not in ada.get("/new?game=arena").text


def test_a_browser_that_plays_every_seat_has_guests_at_the_others(
    ada: Browser, api: Api, services: Services
) -> None:
    id = services.accounts.account_of(signs_up(ada)).id
    headers = {"X-CSRF-Token": ada.token()}
    over = api.seat_pair()
    api.post(f"/api/v1/matches/{over.blue.match}/concession", None, over.blue.token)
    asked = {"seq": 5, "company": "alone", "seat": 1}
    reply = ada.client.post(f"/m/{over.blue.match}/onwards", json=asked, headers=headers)
    study = json_of(reply)["address"].removeprefix("/m/")
    players = services.repository.load_match(study).match.player_ids
    assert players[1] == id != players[0]
    assert services.players.seat_players(players).names == ("Ada (1)", "Ada")


def test_an_account_is_marked_wherever_players_are_named(
    ada: Browser, grace: Browser, services: Services
) -> None:
    signs_up(ada)
    match = ada.opens()
    services.runner.catch_up()
    mark = 'class="account" role="img" aria-label="has an account"'
    for page in ("/lobby?game=arena", f"/m/{match}?seq=1"):
        assert 'aria-label="possède un compte"' in grace.get(f"{page}&lang=fr").text
        assert grace.get(f"{page}&lang=en").text.count(mark) == 1, page
    assert "Ada ✓" in grace.get(f"/embed/{match}").text
    assert "Ada ✓" in grace.get(f"/m/{match}/replay.html?lang=en").text
    assert [seat["account"] for seat in json_of(grace.get(f"/m/{match}/table"))["seats"]] == [True, False]


def test_a_guest_is_told_in_the_form_that_the_name_is_an_accounts(
    ada: Browser, grace: Browser, api: Api
) -> None:
    signs_up(ada)
    refused = grace.post("/new", {"game": "arena", "player": "ADA"})
    assert refused.status_code == 422
    assert "sign in if it is yours, or take another" in text(refused)
    opened = api.opens()
    form = {"seat": 0, "claim": opened["claims"][0], "player": "Ada"}
    refused = grace.post(f"/m/{opened['id']}/sit", form)
    assert refused.status_code == 422
    assert sat_down(Player(api, opened["id"])) == []
    refused = grace.post("/me", {"name": "ada"})
    assert refused.status_code == 409
    assert "is the name of another player here" in text(refused)


def test_another_browser_signs_in_with_the_link_or_its_key(ada: Browser, grace: Browser, api: Api) -> None:
    key = signs_up(ada)
    wrong = grace.post("/me/enter", {"key": "no such key"})
    assert (wrong.status_code, "No player of this service has this key." in text(wrong)) == (401, True)
    for told_so in (key, f"http://localhost/me#key={key}"):
        assert grace.post("/me/enter", {"key": told_so}).status_code == 303
        assert "You play as Ada" in text(grace.get("/me"))
        assert grace.post("/me/leave", {}).status_code == 303
        assert "You play as" not in text(grace.get("/me"))
    assert sat_down(Player(api, ada.opens())) != sat_down(Player(api, grace.opens(player="Grace")))


def test_no_key_is_in_an_address_or_on_a_page_twice(ada: Browser) -> None:
    key = signs_up(ada)
    assert all(key not in ada.get(page).text for page in ("/me", "/lobby", "/new?game=arena"))
    held = ada.client.get_cookie("recount")
    assert held is not None
    assert key not in held.value


def test_a_new_key_signs_other_browsers_out(ada: Browser, grace: Browser) -> None:
    key = signs_up(ada)
    grace.post("/me/enter", {"key": key})
    renewed = ada.post("/me/key", {})
    assert key_on(renewed) != key
    assert "You play as Ada" in text(ada.get("/me"))
    assert "You play as" not in text(grace.get("/me"))
    assert grace.post("/me/name", {"name": "Mallory"}).status_code == 303
    assert "You play as Ada" in text(ada.get("/me"))


def test_an_account_is_renamed_and_ended_by_who_means_it(ada: Browser, api: Api) -> None:
    signs_up(ada)
    account(api, "Eve")
    assert "is the name of another player here" in text(ada.post("/me/name", {"name": "EVE"}))
    assert ada.post("/me/name", {"name": "Ada L."}).status_code == 303
    assert "You play as Ada L." in text(ada.get("/me"))
    ada.post("/me/end", {})
    assert "You play as Ada L." in text(ada.get("/me"))
    ada.post("/me/end", {"sure": "yes"})
    assert "You play as" not in text(ada.get("/me"))
    assert account(api, "Ada L.")["name"] == "Ada L."


def test_a_commentary_on_the_page_is_in_the_name_of_the_account(
    ada: Browser, api: Api, services: Services
) -> None:
    match = api.seat_pair().blue.match
    signs_up(ada)
    headers = {"X-CSRF-Token": ada.token()}
    body = {"title": "Mine", "author": "Somebody"}
    made = json_of(ada.client.post(f"/m/{match}/commentaries", json=body, headers=headers))
    assert (made["author"], made["account"]) == ("Ada", True)


def test_no_other_site_makes_signs_in_or_ends_an_account(ada: Browser, app: Flask) -> None:
    signs_up(ada)
    for path in ("/me", "/me/enter", "/me/leave", "/me/name", "/me/key", "/me/end"):
        assert ada.post(path, {"name": "Eve", "sure": "yes"}, csrf="forged").status_code == 403


def test_the_matches_of_a_player_are_a_page_of_the_lobby(
    ada: Browser, grace: Browser, services: Services
) -> None:
    signs_up(ada)
    mine, _ = ada.opens(), grace.opens(player="Grace")
    services.runner.catch_up()
    account = re.search(r'href="/p/([^"]*)"', ada.get("/me").text)
    assert account is not None
    page = Browser(grace.client.application).get(f"/lobby?player={account[1]}").text
    assert re.findall(r'href="/m/(\w+)"', page) == [mine]


def test_a_new_account_takes_the_matches_of_its_guest_along(
    ada: Browser, grace: Browser, api: Api, services: Services
) -> None:
    match = ada.opens(player="Visitor", **{"who.1": "bot"})
    alone = ada.opens(player="Visitor")
    guest = services.repository.load_match(match).match.player_ids[0]
    key = signs_up(ada)
    assert f'href="/m/{match}' in ada.get("/me").text
    assert services.accounts.account_of(key).id == guest
    assert services.players.names_of([guest]) == {guest: "Ada"}
    grace.post("/me/enter", {"key": key})
    assert all(f'href="/m/{id}' in grace.get("/me").text for id in (match, alone))
    ada.post("/me/leave", {})
    assert 'id="yours"' not in ada.get("/").text


def test_a_match_set_aside_keeps_no_guest_from_an_account(
    ada: Browser, services: Services, settings: Settings
) -> None:
    match = ada.opens(player="Visitor", **{"who.1": "bot"})
    Vandal(settings).drops(match, 2, 2)
    services.repository.forget_match(match)
    signs_up(ada)
    assert "You play as Ada" in text(ada.get("/me"))


def test_a_guest_of_a_rated_match_keeps_its_own_name(ada: Browser, services: Services) -> None:
    match = ada.opens(player="Visitor")
    account = services.accounts.account_of(signs_up(ada))
    [guest] = filter(None, services.repository.load_match(match).match.player_ids)
    assert (guest != account.id, services.players.names_of([guest])) == (True, {guest: "Visitor"})
    assert f'href="/m/{match}' in ada.get("/me").text


def test_the_account_shows_its_results_first(
    ada: Browser, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs_up(ada)
    assert "No match has ended yet." in text(ada.get("/me"))
    match = ada.opens(**{"who.1": "bot"})
    assert "Waiting for you your turn Ada – Bot 2" in text(ada.get("/me/notifications"))
    seq = services.repository.load_match(match).match.seq
    headers = {"X-CSRF-Token": ada.token(), "If-Match": f'"{seq}"'}
    given_up = ada.client.post(f"/api/v1/matches/{match}/concession", headers=headers)
    assert given_up.status_code == 201, given_up.text
    services.runner.catch_up()
    assert "You play as Ada matches 1 wins 0 draws 0 losses 1" in text(ada.get("/me"))
    monkeypatch.setattr("service.profiles.pages.MAX_COUNTED", 1)
    assert "You play as Ada matches 1+ Your rating" in text(ada.get("/me"))
