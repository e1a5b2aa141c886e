"""Somebody follows a tournament without playing in it, and hears of each new round."""

from __future__ import annotations

import re

import pytest

from service.bootstrap import Services
from service.settings import Settings
from tests.service.applications import serving
from tests.service.browser import Browser, text
from tests.service.client import Api
from tests.service.evidence.audit.people import Vandal
from tests.service.identity.test_account_page import signs_up
from tests.service.notifications.notifying import Person, Postman
from tests.service.notifications.receivers import PushBrowser
from tests.service.tournaments.desk import WIN, Desk


@pytest.fixture
def desk(api: Api, services: Services) -> Desk:
    desk = Desk.opens(api, services, title="Spring Cup")
    desk.registers("Lin", "Mae")
    return desk


def test_a_follower_hears_of_a_new_round_until_the_end_of_following(
    desk: Desk, postman: Postman, player: Person, push: PushBrowser, key: str
) -> None:
    page = f"/t/{desk.tournament}"
    assert player.browser.post(f"{page}/follow", {}).location == f"{page}#follow"
    player.subscribes(push, key)
    assert "Each new round comes as a notification." in text(player.browser.get(page))
    desk.pairs(1, "Lin Mae")
    postman.goes_round()
    assert push.messages == []
    desk.did("publish", stage=1, round=1)
    postman.goes_round()
    [message] = push.messages
    assert (message["title"], message["body"], message["path"]) == (
        "Spring Cup: round 1",
        "The tables of the round are known.",
        page,
    )
    player.browser.post(f"{page}/follow", {"end": "yes"})
    desk.did("start", stage=1, round=1)
    desk.enters(1, 1, WIN)
    desk.did("close", stage=1, round=1)
    desk.pairs(2, "Lin Mae")
    desk.did("publish", stage=1, round=2)
    postman.goes_round()
    assert len(push.messages) == 1


def test_a_visitor_follows_by_making_an_account_and_sees_its_key(desk: Desk, api: Api) -> None:
    page, visitor = f"/t/{desk.tournament}", Browser(api.app)
    signs_in = visitor.post(f"{page}/follow", {}).location
    assert signs_in == f"/me?next={page}/follow"
    assert "Then you follow the tournament." in text(visitor.get(signs_in))
    form = {"name": "Bot 1", "next": f"{page}/follow"}
    assert visitor.post("/me", form).status_code == 409
    account_page = visitor.post("/me", {**form, "name": "Mia"})
    assert "You follow the tournament now." in text(account_page)
    assert re.search(rf'value="[^"]+#key=[^"]+".*href="{page}#follow"', account_page.text, re.DOTALL)
    assert "Stop following" in text(visitor.get(page))
    assert visitor.post("/t/T-1NG2V9SR8ZY8/follow", {}).status_code == 404


def test_a_visitor_sees_the_key_of_an_account_that_cannot_follow(desk: Desk, settings: Settings) -> None:
    page = f"/t/{desk.tournament}"
    Vandal(settings).drops(desk.tournament, 2, 2)
    with serving(settings) as other:  # which has nothing of the tournament at hand
        visitor = Browser(other)
        account_page = visitor.post("/me", {"name": "Mia", "next": f"{page}/follow"})
        assert "#key=" in account_page.text
        assert "You follow the tournament now." not in text(account_page)


def test_a_visitor_with_an_account_follows_by_the_sign_in(desk: Desk, api: Api) -> None:
    page, phone = f"/t/{desk.tournament}", Browser(api.app)
    form = {"key": signs_up(Browser(api.app), "Mia"), "next": f"{page}/follow"}
    assert phone.post("/me/enter", form).location == f"{page}#follow"
    assert "Stop following" in text(phone.get(page))
    stray = phone.post("/me/enter", {**form, "next": f"//elsewhere{page}/follow"})
    assert (stray.status_code, stray.location) == (303, "/me")
    assert f'<form method="post" action="{page}/follow">' in phone.get(f"/me?next={page}/follow").text


def test_a_deleted_account_follows_nothing(desk: Desk, services: Services, player: Person) -> None:
    player.browser.post(f"/t/{desk.tournament}/follow", {})
    followers = services.store.notifications.list_followers
    assert followers(desk.tournament) == {player.id}
    player.browser.post("/me/end", {"sure": "yes"})
    assert followers(desk.tournament) == frozenset()
