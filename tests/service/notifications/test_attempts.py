"""Failed attempts are repeated for a day, gone browsers end, and no endpoint leads into the own network."""

from __future__ import annotations

from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from random import Random

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from werkzeug.test import TestResponse

from service.app import services_of
from service.bootstrap import Services
from service.cli import main
from service.notifications.model import DAY, MINUTE
from service.settings import Settings
from tests.service.applications import serving
from tests.service.browser import Browser
from tests.service.notifications.notifying import (
    BY_THE_DAY,
    Person,
    Postman,
    answer,
    open_match,
    seat_to_answer,
)
from tests.service.notifications.receivers import MailCatcher, PushBrowser, verified_claims
from tests.service.webhooks.receivers import Receiver, says


@pytest.fixture
def turn(
    services: Services, postman: Postman, player: Person, rival: Person, push: PushBrowser, key: str
) -> str:
    """A match by the day in which it is Ada's turn, who has subscribed."""
    player.subscribes(push, key)
    match = open_match(player, rival, BY_THE_DAY)
    while seat_to_answer(services, match) != 0:
        answer(services, match, Random(7))
    return match


def test_failures_are_repeated_for_a_day_and_then_given_up(
    services: Services,
    postman: Postman,
    turn: str,
    push: PushBrowser,
    push_service: Receiver,
    settings: Settings,
) -> None:
    push_service.reply = says(503)
    postman.goes_round()
    [waiting] = services.store.notifications.list_in_state("waiting", 9)
    assert (waiting.attempts, waiting.error) == (1, "The push service said 503.")
    postman.sends()
    assert len(push.requests) == 1
    since = postman.ahead
    while services.store.notifications.list_in_state("waiting", 9):
        postman.ahead += 3_600_000
        postman.sends()
    assert DAY - 3_600_000 < postman.ahead - since < 2 * DAY
    assert len(push.requests) == 11
    assert {request.headers["topic"] for request in push.requests} == {push.requests[0].headers["topic"]}
    runner = CliRunner(env={"RECOUNT_DATA": str(settings.data)})
    [dead] = services.store.notifications.list_in_state("dead", 9)
    assert (
        f"{dead.id}  {dead.player}  dead after 11 attempts: The push"
        in runner.invoke(main, ["notification", "list"]).output
    )
    assert runner.invoke(main, ["notification", "retry", dead.id]).exit_code == 0
    assert "is no failed notification" in runner.invoke(main, ["notification", "retry", dead.id]).output
    push_service.reply = says(201)
    postman.sends()
    assert push.messages[-1]["path"] == f"/m/{turn}?as=seat-0"


def test_a_silent_browser_delays_its_player_once_and_nobody_else(
    services: Services,
    postman: Postman,
    turn: str,
    player: Person,
    push: PushBrowser,
    push_service: Receiver,
    key: str,
) -> None:
    def reply(request: BaseHTTPRequestHandler) -> None:
        if request.path == phone.path:
            says(201)(request)
        request.close_connection = True

    push_service.reply, phone = reply, PushBrowser(push_service, "phone")
    player.subscribes(phone, key)
    for number in range(4):  # more than are sent at once
        player.subscribes(PushBrowser(push_service, f"silent-{number}"), key)
    postman.goes_round()
    silent = [request for request in push_service.heard if request.path != phone.path]
    assert len(silent) == 1
    postman.sends()
    postman.ahead += MINUTE
    postman.sends()
    assert len([request for request in push_service.heard if request.path != phone.path]) == 1
    while not phone.messages:
        postman.ahead += 11 * MINUTE
        before = len(push_service.heard)
        assert postman.sends() == 1
        assert len(push_service.heard) > before
    assert phone.messages[-1]["path"] == f"/m/{turn}?as=seat-0"
    assert len(push_service.heard) <= 6


def test_an_unknown_or_gone_subscription_ends(
    services: Services, postman: Postman, player: Person, turn: str, push_service: Receiver
) -> None:
    push_service.reply = says(410)
    postman.goes_round()
    assert services.notifications.contacts.list_contacts(player.id) == []
    assert [row.attempts for row in services.store.notifications.list_in_state("dropped", 9)] == [1]


def test_two_processes_send_a_notification_once(
    services: Services,
    postman: Postman,
    settings: Settings,
    turn: str,
    push: PushBrowser,
    push_service: Receiver,
) -> None:
    other = Postman(services, settings)
    postman.follows()
    other.follows()
    other.ahead = postman.ahead = postman.ahead * 2

    def meanwhile(request: BaseHTTPRequestHandler) -> None:
        other.sends()
        says(201)(request)

    push_service.reply = meanwhile
    postman.sends()
    assert len(push.requests) == 1


def test_a_refused_address_is_given_up_at_once(
    services: Services, postman: Postman, player: Person, mails: MailCatcher
) -> None:
    player.browser.post("/me/notifications/mail", {"address": "refused@club.example"})
    postman.sends()
    [dead] = services.store.notifications.list_in_state("dead", 9)
    assert (dead.attempts, dead.error) == (1, "The mail server said 550 5.7.1.")
    player.browser.post("/me/end", {"sure": "yes"})
    [row] = services.store.notifications.list_in_state("dropped", 9)
    assert (row.player, row.contact, row.error) == ("", "", "")


def test_an_address_without_a_mailbox_ends(
    services: Services, postman: Postman, player: Person, mails: MailCatcher
) -> None:
    player.browser.post("/me/notifications/mail", {"address": "nobody@club.example"})
    postman.sends()
    [row] = services.store.notifications.list_in_state("dropped", 9)
    assert row.error == "The mail server said 550 5.1.1."
    assert services.notifications.contacts.list_contacts(player.id) == []


def test_after_a_rotation_old_subscriptions_work_until_browsers_renew_them(
    services: Services, postman: Postman, turn: str, player: Person, push: PushBrowser, key: str
) -> None:
    fresh = services.notifications.keys.rotate_key()
    postman.goes_round()
    assert verified_claims(push.requests[0].headers["authorization"])[0] == key
    assert push.messages[0]["key"] == fresh
    renewed = PushBrowser(push.push_service)
    worker = Browser(player.browser.client.application).client
    body = {"former": push.endpoint, **renewed.subscription(fresh)}
    first, repeated = (worker.post("/notifications/browser", json=body) for _ in range(2))
    assert (first.status_code, repeated.get_json()) == (200, first.get_json())
    other = body | {"endpoint": f"{renewed.endpoint}-2"}
    assert worker.post("/notifications/browser", json=other).status_code == 422
    [contact] = services.notifications.contacts.list_contacts(player.id)
    assert (contact.address, contact.service_key) == (renewed.endpoint, fresh)


def test_a_rotation_after_a_removal_makes_a_fresh_key(services: Services, settings: Settings) -> None:
    keys = services.notifications.keys
    first, leaked, fresh = keys.public_key(), keys.rotate_key(), keys.rotate_key()
    (settings.data / "keys" / "push-0001.pem").unlink()
    third = keys.rotate_key()
    assert len({first, leaked, fresh, third}) == 4
    assert keys.public_key() == third
    assert keys.authorize("https://push.example/1", leaked, 0) is None
    (settings.data / "keys" / "push-0003.pem").unlink()
    assert keys.rotate_key() != third
    assert keys.authorize("https://push.example/1", third, 0) is None


def test_a_browser_whose_key_is_not_on_this_host_stays(
    services: Services, postman: Postman, settings: Settings, turn: str, player: Person, push: PushBrowser
) -> None:
    fresh, copied = services.notifications.keys.rotate_key(), settings.data / "keys" / "push-0001.pem"
    player.subscribes(push, fresh)
    content = copied.read_bytes()
    copied.unlink()
    postman.goes_round()
    [waiting] = services.store.notifications.list_in_state("waiting", 9)
    assert (waiting.attempts, "not among the keys of this host" in waiting.error) == (1, True)
    copied.write_bytes(content)
    postman.ahead += MINUTE
    postman.sends()
    assert push.messages[-1]["path"] == f"/m/{turn}?as=seat-0"


Change = Callable[[dict[str, object]], dict[str, object]]


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body | {"endpoint": "https://192.168.0.1/push"},
        lambda body: body | {"endpoint": "https://169.254.169.254/latest"},
        lambda body: body | {"endpoint": "http://push.example/1"},
        lambda body: body | {"endpoint": "https://push.example/" + "a" * 2048},
        lambda body: body | {"browser_key": body["auth_secret"]},
        lambda body: body | {"auth_secret": "AAAA"},
        lambda body: body | {"auth_secret": 7},
        lambda body: body | {"service_key": "\ud800"},
        lambda body: body | {"service_key": "zz\r\nX: y"},
        lambda body: {},
    ],
)
def test_endpoints_and_keys_that_no_browser_has_are_refused(settings: Settings, change: Change) -> None:
    receiver = Receiver()
    receiver.server.server_close()
    with serving(replace(settings, webhooks_loopback=False, data=settings.data / "guarded")) as app:
        person = Person(Browser(app), "Ada")
        body: dict[str, object] = {
            **PushBrowser(receiver).subscription(services_of(app).notifications.keys.public_key()),
            "endpoint": "https://push.example/1",
        }
        assert add(person, body).status_code == 200
        refused = add(person, change(body))
        assert (refused.status_code, refused.content_type) == (422, "application/problem+json")
        assert Browser(app).client.post("/me/notifications/browser", json=body).status_code == 403


def add(person: Person, body: dict[str, object]) -> TestResponse:
    """Sends a subscription as the page does."""
    headers = {"X-CSRF-Token": person.browser.token(), "Accept": "application/json"}
    return person.browser.client.post("/me/notifications/browser", json=body, headers=headers)


def test_a_player_has_ten_browsers_and_a_shared_browser_has_one_player(
    services: Services, player: Person, rival: Person, push: PushBrowser, key: str
) -> None:
    ids = [player.subscribes(PushBrowser(push.push_service), key) for _ in range(10)]
    shared = player.subscribes(push, key)
    contacts = services.notifications.contacts
    assert [contact.id for contact in contacts.list_contacts(player.id)] == [*ids[1:], shared]
    worker, renewed = Browser(player.browser.client.application).client, PushBrowser(push.push_service)
    body = {"former": push.endpoint, **renewed.subscription(key)}
    new = worker.post("/notifications/browser", json=body).get_json()["id"]
    assert [contact.id for contact in contacts.list_contacts(player.id)] == [*ids[1:], new]
    player.browser.post(f"/me/notifications/{new}/remove", {})
    assert rival.subscribes(push, key) == shared
    assert [contact.id for contact in contacts.list_contacts(player.id)] == ids[1:]
    assert [contact.id for contact in contacts.list_contacts(rival.id)] == [shared]
