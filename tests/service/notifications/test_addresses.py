"""A mail address gets mails once its owner confirms it, and one click ends them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from email.message import EmailMessage
from random import Random

import pytest
from flask import Flask
from msgspec.structs import replace

from service.bootstrap import Services
from service.environment import InvalidSetting
from service.eventstore.store import Unavailable
from service.notifications.model import DAY
from service.settings import Settings, from_environment
from tests.service.applications import serving
from tests.service.browser import Browser, text
from tests.service.notifications.notifying import (
    BY_THE_DAY,
    Person,
    Postman,
    answer,
    open_match,
    seat_to_answer,
)
from tests.service.notifications.receivers import MailCatcher, PushBrowser
from tests.service.site.page_words import untranslated

ADDRESS = "ada@club.example"
HOME = "http://localhost"
NO_ADDRESSES = (
    "ada@club.example\r\nBcc: all",
    "=?utf-8?q?=61da?=@club.example",  # mail programs would decode it (RFC 2047)
    "=?utf-8?q?a=40club.example=2C?=@club.example",
    "ada=lin@club.example",
    "ada..lin@club.example",
    "ada@localhost",
    "ada@127.0.0.1",
    "ada@-club.example",
)


def mail_of_turn(services: Services, postman: Postman, mails: MailCatcher, match: str) -> EmailMessage:
    """Plays until it is Ada's turn; returns the mail about it."""
    while seat_to_answer(services, match) != 0:
        answer(services, match, Random(7))
    postman.goes_round()
    return mails.to(ADDRESS)[-1].mail


def test_an_address_gets_nothing_before_it_is_confirmed(
    services: Services, postman: Postman, player: Person, rival: Person, mails: MailCatcher
) -> None:
    assert player.browser.post("/me/notifications/mail", {"address": ADDRESS}).status_code == 303
    assert f"on its way to {ADDRESS}" in text(player.browser.get("/me/notifications"))
    match = open_match(player, rival, BY_THE_DAY)
    mail_of_turn(services, postman, mails, match)
    [confirmation] = mails.to(ADDRESS)
    assert confirmation.mail["Subject"] == "Confirm your mail address"
    assert "List-Unsubscribe" not in confirmation.mail
    assert "Ada" not in confirmation.mail.get_content().partition("http")[0]
    [link] = confirmation.links
    path = link.removeprefix(HOME)
    for _ in range(2):  # a program that opens links confirms nothing
        assert ADDRESS in text(rival.browser.get(path))
    assert not services.notifications.contacts.list_contacts(player.id)[0].confirmed
    assert rival.browser.post(path.replace("confirm/", "confirm/x"), {}).status_code == 404
    assert "Mails now go to" in text(rival.browser.post(path, {}))
    assert f"Mails go to {ADDRESS}" in text(player.browser.get("/me/notifications"))


def test_one_click_ends_the_mails_without_a_session(
    app: Flask, services: Services, postman: Postman, player: Person, rival: Person, mails: MailCatcher
) -> None:
    player.confirms(ADDRESS, postman, mails)
    mail = mail_of_turn(services, postman, mails, open_match(player, rival, BY_THE_DAY))
    assert mail["Subject"] == "Your turn"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = mail["List-Unsubscribe"].strip("<>").removeprefix(HOME)
    program = app.test_client()
    assert path in mail.get_content()
    assert "Do you want no more mails" in text(Browser(app).get(path))
    assert len(services.notifications.contacts.list_contacts(player.id)) == 1
    for _ in range(2):
        reply = program.post(path, data={"List-Unsubscribe": "One-Click"})
        assert (reply.status_code, "recount=" in str(reply.headers)) == (200, False)
        assert services.notifications.contacts.list_contacts(player.id) == []
    assert program.post(f"{path.partition('?')[0]}x").status_code == 404


def test_neither_a_player_nor_a_crowd_floods_an_address(
    app: Flask, services: Services, postman: Postman, player: Person, rival: Person, mails: MailCatcher
) -> None:
    for person in (player, rival, player, rival, player):
        assert person.browser.post("/me/notifications/mail", {"address": ADDRESS}).status_code == 303
        postman.sends()
    assert len(mails.to(ADDRESS)) == 3
    pages = {text(person.browser.get("/me/notifications")) for person in (player, rival)}
    assert len(pages) == 1  # a page tells nobody who else uses an address
    for number in range(3):
        player.browser.post("/me/notifications/mail", {"address": f"{number}@club.example"})
    refused = player.browser.post("/me/notifications/mail", {"address": "last@club.example"})
    assert (refused.status_code, "try again tomorrow" in text(refused)) == (429, True)
    player.browser.post("/me/end", {"sure": "yes"})
    again = Person(Browser(app), "Lin")
    again.browser.post("/me/notifications/mail", {"address": ADDRESS})
    postman.sends()
    assert len(mails.to(ADDRESS)) == 3
    for spelling in ("Ada@Club.Example", "ada+1@club.example", "a.d.a@club.example"):
        again.browser.post("/me/notifications/mail", {"address": spelling})
        postman.sends()
    assert len(mails.mails) == 3
    for bad in NO_ADDRESSES:
        refused = again.browser.post("/me/notifications/mail", {"address": bad})
        assert (refused.status_code, "is no mail address" in text(refused)) == (422, True), bad


def test_an_address_that_nobody_confirms_is_forgotten(
    services: Services, postman: Postman, player: Person, rival: Person, mails: MailCatcher
) -> None:
    player.browser.post("/me/notifications/mail", {"address": "mistyped@club.example"})
    rival.confirms(ADDRESS, postman, mails)
    path = mails.to("mistyped@club.example")[0].links[0].removeprefix(HOME)
    postman.ahead += 3 * DAY
    postman.notifications.sender.sweep()
    assert services.notifications.contacts.list_contacts(player.id) == []
    assert [contact.address for contact in services.notifications.contacts.list_contacts(rival.id)] == [
        ADDRESS
    ]
    assert player.browser.get(path).status_code == 404


def test_the_end_of_an_account_deletes_its_contacts(
    services: Services, postman: Postman, player: Person, push: PushBrowser, key: str, mails: MailCatcher
) -> None:
    player.subscribes(push, key)
    player.confirms(ADDRESS, postman, mails)
    row = services.store.notifications.list_contacts(player.id)[0]
    assert push.endpoint.encode() not in row.sealed
    player.browser.post("/me/end", {"sure": "yes"})
    assert services.store.notifications.list_contacts(player.id) == []
    assert services.store.notifications.list_kind("mail") == []
    assert [row.player for row in services.store.notifications.list_in_state("sent", 9)] == []
    assert [row.player for row in services.store.notifications.list_in_state("dropped", 9)] == [""]


def test_a_further_address_replaces_the_former_once_it_is_confirmed(
    app: Flask, services: Services, postman: Postman, player: Person, mails: MailCatcher
) -> None:
    for number in range(3):
        crowd = Person(Browser(app), f"Player {number}")
        crowd.browser.post("/me/notifications/mail", {"address": "new@club.example"})
    player.confirms(ADDRESS, postman, mails)
    assert player.browser.post("/me/notifications/mail", {"address": "new@club.example"}).status_code == 303
    page = text(player.browser.get("/me/notifications"))
    assert f"Mails go to {ADDRESS}" in page
    assert "on its way to new@club.example" in page
    postman.ahead += 40 * DAY
    postman.notifications.sender.sweep()
    assert services.store.notifications.list_in_state("sent", 9) == []
    contacts = services.notifications.contacts
    assert [contact.address for contact in contacts.list_contacts(player.id)] == [ADDRESS]
    assert len(services.store.notifications.list_kind("mail")) == 1
    player.confirms("newer@club.example", postman, mails)
    assert [contact.address for contact in contacts.list_contacts(player.id)] == ["newer@club.example"]


def test_an_erasure_that_an_outage_interrupts_is_repeated(
    services: Services, settings: Settings, postman: Postman, player: Person, mails: MailCatcher
) -> None:
    player.confirms(ADDRESS, postman, mails)
    with closing(sqlite3.connect(settings.data / "recount.db", isolation_level=None)) as file:
        file.execute("ALTER TABLE contacts RENAME TO unreachable")
        with pytest.raises(Unavailable):
            services.erasure.erase_names(player.id)
        file.execute("ALTER TABLE unreachable RENAME TO contacts")
    assert services.erasure.erase_names(player.id) == 1
    assert services.store.notifications.list_kind("mail") == []


@pytest.mark.parametrize("code", ["fr", "it"])
def test_the_page_speaks_the_language_of_its_reader(
    postman: Postman, player: Person, push: PushBrowser, key: str, mails: MailCatcher, code: str
) -> None:
    player.subscribes(push, key)
    player.browser.post("/me/notifications/mail", {"address": ADDRESS})
    assert untranslated(player.browser.get(f"/me/notifications?lang={code}").text, code) == []
    player.confirms(ADDRESS, postman, mails)
    assert untranslated(player.browser.get("/me/notifications").text, code) == []
    for link in mails.to(ADDRESS)[-1].links:
        assert untranslated(player.browser.get(link.removeprefix(HOME)).text, code) == []


def test_a_service_without_a_mail_server_offers_no_mails(settings: Settings) -> None:
    with serving(replace(settings, mail=None, url="", data=settings.data / "other")) as app:
        person = Person(Browser(app), "Ada")
        page = text(person.browser.get("/me/notifications"))
        assert ("This server sends no mail." in page, "mail address" in page) == (True, False)
        refused = person.browser.post("/me/notifications/mail", {"address": ADDRESS})
        assert (refused.status_code, "sends no mails" in text(refused)) == (422, True)
        assert "Sign in or make an account" in text(Browser(app).get("/me/notifications"))


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"RECOUNT_SMTP_HOST": ""}, "RECOUNT_MAIL_FROM is set, and RECOUNT_SMTP_HOST is not"),
        ({"RECOUNT_SMTP_SECURITY": "ssl"}, "“ssl”; it may be “starttls”, “tls” or “off”"),
        ({"RECOUNT_SMTP_PORT": "smtp"}, "“smtp”; it may be 1 to 65535"),
        ({"RECOUNT_MAIL_FROM": "Recount"}, "“Recount”; it may be “Recount <recount@example.org>”"),
        ({"RECOUNT_URL": ""}, "needs RECOUNT_URL"),
    ],
)
def test_a_mail_server_is_described_whole(more: dict[str, str], reason: str) -> None:
    environment = {
        "RECOUNT_SMTP_HOST": "mail.example",
        "RECOUNT_MAIL_FROM": "Recount <recount@club.example>",
        "RECOUNT_URL": "https://recount.example",
        "RECOUNT_SMTP_PASSWORD": "secret",
    }
    settings = from_environment(environment)
    assert settings.mail is not None
    assert (settings.mail.port, settings.mail.security, settings.mail.password) == (587, "starttls", "secret")
    with pytest.raises(InvalidSetting, match=reason):
        from_environment(environment | more)
