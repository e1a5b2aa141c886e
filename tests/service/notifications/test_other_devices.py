"""A mail that is read on another device leads to the seat, by a sign-in and without a secret in it."""

from __future__ import annotations

import re
from random import Random

from flask import Flask

from domain import table
from service.bootstrap import Services
from tests.service.browser import Browser
from tests.service.notifications.notifying import (
    BY_THE_DAY,
    Person,
    Postman,
    answer,
    open_match,
    seat_to_answer,
)
from tests.service.notifications.receivers import MailCatcher


def find_seats(browser: Browser, path: str) -> str:
    """Returns the seats that the page of a match lets *browser* play."""
    [seats] = re.findall(r'"seats": ?(\[[^]]*\])', browser.get(path).text)
    return str(seats)


def test_a_mail_leads_through_a_sign_in_to_the_seat(
    app: Flask, services: Services, postman: Postman, player: Person, rival: Person, mails: MailCatcher
) -> None:
    rival.confirms("grace@club.example", postman, mails)
    match, luck = open_match(player, rival, BY_THE_DAY, private=True), Random(7)
    while seat_to_answer(services, match) != 1:
        answer(services, match, luck)
    postman.goes_round()
    path = mails.to("grace@club.example")[-1].links[0].removeprefix("http://localhost")
    phone = Browser(app)
    page = phone.get(phone.get(path).location)
    assert f'name="next" value="{path}"' in page.text
    assert phone.post("/me/enter", {"key": rival.key, "next": path}).location == path
    assert find_seats(phone, path) == "[1]"
    rules, match_state = services.repository.load_match(match)
    question = table.open_question(rules, match_state)
    assert question is not None
    headers = {"X-CSRF-Token": phone.token(), "If-Match": f'"{match_state.seq}"'}
    body = {"picks": question.options[: max(1, question.least)]}
    reply = phone.client.post(f"/api/v1/matches/{match}/answers", json=body, headers=headers)
    assert reply.status_code == 201, reply.text
    assert match in phone.get("/").text


def test_a_seat_of_an_account_is_at_each_browser_with_its_present_key(
    app: Flask, player: Person, rival: Person
) -> None:
    """A sign-in leads to matches alone, and a new key closes the seats to browsers with the former one."""
    path = f"/m/{open_match(player, rival, BY_THE_DAY)}?as=seat-1"
    phone = Browser(app)
    assert "Sign in to play your turn" in phone.get(path).text
    assert 'id="absent"' not in player.browser.get(path).text
    assert phone.post("/me/enter", {"key": rival.key, "next": "//club.example"}).location == "/me"
    assert find_seats(phone, path) == "[1]"
    [key] = re.findall(r"#key=([\w-]+)", rival.browser.post("/me/key", {}).text)
    assert find_seats(phone, path) == "[]"
    phone.post("/me/enter", {"key": key})
    assert find_seats(phone, path) == "[1]"
    phone.post("/me/leave", {})
    assert find_seats(phone, path) == "[]"


def test_a_challenger_plays_at_another_browser_than_that_of_the_challenge(
    app: Flask, player: Person, rival: Person
) -> None:
    offer = {"way": "link", "game": "arena", "pace": "day"}
    path = str(rival.browser.post("/play", offer).location)
    match = str(player.browser.post(f"{path}/accept", {}).location)
    phone = Browser(app)
    phone.post("/me/enter", {"key": rival.key})
    assert len(find_seats(phone, match)) == len("[0]")
    assert len(find_seats(rival.browser, match)) == len("[0]")
