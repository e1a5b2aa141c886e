"""A service that notifies, when a test lets it, and players who choose notifications."""

from __future__ import annotations

from random import Random

from domain import table
from service.app import services_of
from service.bootstrap import Services
from service.notifications.model import MINUTE
from service.notifications.opening import Notifications
from service.settings import Settings
from tests.service.browser import Browser
from tests.service.client import Json, json_of
from tests.service.identity.test_account_page import signs_up
from tests.service.notifications.receivers import MailCatcher, PushBrowser

BY_THE_DAY: Json = {"kind": "move", "seconds": 3 * 86_400}
QUICK: Json = {"kind": "fischer", "seconds": 600, "increment": 5}


class Postman:
    """The tasks of a service, with a clock of their own that is a minute ahead of every delay."""

    def __init__(self, services: Services, settings: Settings) -> None:
        self.services, self.settings, self.ahead = services, settings, 2 * MINUTE
        company = services.company
        around = (company.presence, company.challenges)
        within = (services.repository, services.tournaments, services.players, *around)
        self.notifications = Notifications(
            services.store, settings, services.evidence.keyring, *within, self.clock
        )

    def clock(self) -> int:
        """The time of the tasks."""
        return self.services.clock() + self.ahead

    def follows(self) -> None:
        """Reads the log to its end."""
        self.notifications.follower.catch_up()

    def sends(self) -> int:
        """Sends what is due once; returns the number of players who are served."""
        threads = self.notifications.sender.send_due()
        for thread in threads:
            thread.join()
        return len(threads)

    def goes_round(self) -> None:
        """Follows the log, and lets the delays pass before it sends."""
        self.follows()
        self.ahead += 2 * MINUTE
        self.sends()


class Person:
    """A player with an account and a browser."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser, self.name = browser, name
        self.key = signs_up(browser, name)
        self.id = services_of(browser.client.application).accounts.account_of(self.key).id

    def subscribes(self, push: PushBrowser, key: str) -> str:
        """Turns notifications on in the browser; returns the id of the contact."""
        headers = {"X-CSRF-Token": self.browser.token()}
        reply = self.browser.client.post(
            "/me/notifications/browser", json=push.subscription(key), headers=headers
        )
        assert reply.status_code == 200, reply.text
        return str(reply.get_json()["id"])

    def confirms(self, address: str, postman: Postman, mails: MailCatcher) -> None:
        """Enters a mail address, and presses the button behind the link."""
        assert self.browser.post("/me/notifications/mail", {"address": address}).status_code == 303
        postman.sends()
        [link] = mails.to(address)[-1].links
        path = link.removeprefix("http://localhost")
        assert self.browser.get(path).status_code == 200
        page = self.browser.post(path, {})
        assert page.status_code == 200
        assert address in page.text


def open_match(player: Person, rival: Person, clock: Json | None, *, private: bool = False) -> str:
    """Opens a match of two players with a clock; returns its id."""
    headers = {"X-CSRF-Token": player.browser.token()}
    body = {"game": "arena", "clock": clock, "private": private}
    opened = json_of(player.browser.client.post("/api/v1/matches", json=body, headers=headers))
    player.browser.takes(opened, 0, "")
    rival.browser.takes(opened, 1, "")
    return str(opened["id"])


def answer(services: Services, match: str, luck: Random) -> int:
    """Answers the open question at once; returns the seat that answered."""
    rules, match_state = services.repository.load_match(match)
    question = table.open_question(rules, match_state)
    assert question is not None
    picks = tuple(luck.sample(question.options, luck.randint(question.least, question.most)))
    services.matches.answer_for(match, question.seat, picks, match_state.seq)
    return question.seat


def seat_to_answer(services: Services, match: str) -> int:
    """Returns the seat of the open question."""
    question = table.open_question(*services.repository.load_match(match))
    assert question is not None
    return question.seat
