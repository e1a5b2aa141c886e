"""Integrators, whose services are told of facts, and the courier who tells them by a clock of the test's."""

from __future__ import annotations

from service.bootstrap import Services
from service.evidence.keys import Keyring
from service.settings import Settings
from service.webhooks.dispatcher import Dispatcher
from service.webhooks.model import Delivery, Subscription
from service.webhooks.service import SubscriptionService
from service.webhooks.signing import SecretBox

from ..client import Api, Json, json_of


class Clock:
    """A clock that begins now and stands until somebody moves it, in milliseconds."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Post:
    """The webhooks of a service by a clock that the test moves, and couriers as of several processes."""

    def __init__(self, services: Services, settings: Settings) -> None:
        self.services = services
        self.clock = Clock(services.clock())
        self.seal = SecretBox(Keyring(settings.data / "keys", settings.name))
        people, vocabulary = services.players, services.webhooks._vocabulary
        self.subscriptions = SubscriptionService(
            services.store, services.feed, people, vocabulary, self.seal, self.clock, loopback=True
        )
        self.dispatcher = self.employs()

    def employs(self, draw: float = 0.0) -> Dispatcher:
        """Returns another courier; by *draw* it makes its delays longer."""
        return Dispatcher(
            self.services.store,
            self.services.feed,
            self.subscriptions,
            self.seal,
            self.clock,
            loopback=True,
            draw=lambda: draw,
        )

    def subscribes(self, url: str, *types: str, match: str = "", player: str = "") -> Subscription:
        """Subscribes somebody to what happens from now on."""
        return self.subscriptions.create_subscription("league", url, types, match, player).subscription

    def goes_round(self) -> list[str]:
        """Lets the courier look after all that is due; returns for whom that was."""
        due = self.dispatcher.due_ids()
        for id in due:
            while self.dispatcher.deliver_batch(id):
                pass
        return due

    def now(self, one: Subscription) -> Subscription:
        """Returns a subscription as it is now."""
        return self.subscriptions.load_subscription(one.id)

    def log(self, one: Subscription) -> list[Delivery]:
        """Returns what was tried, the first attempt first."""
        return [delivery for _, delivery in reversed(self.subscriptions.list_deliveries(one.id, 2**53, 1000))]


def opens(api: Api, count: int = 1) -> list[str]:
    """Opens matches; returns the ids of the messages that tell of it."""
    return [f"{api.opens()['id']}-1" for _ in range(count)]


def feed(api: Api, query: str = "") -> list[Json]:
    """Reads the feed of all matches; each notice names its log, as webhooks do."""
    page = json_of(api.get(f"/api/v1/facts?limit=5000{query}"))
    return [notice | {"log": page["log"]} for notice in page["items"]]


class Integrator:
    """Somebody with an API token who integrates with the service."""

    def __init__(self, api: Api, services: Services, name: str = "league") -> None:
        self.api = api
        self.token = services.api_tokens.issue_token(name, ["integrate"]).token

    def subscribes(self, url: str, **wanted: object) -> Json:
        """Makes a webhook."""
        reply = self.api.post("/api/v1/webhooks", {"url": url} | wanted, self.token)
        assert reply.status_code == 201, reply.text
        assert reply.headers["Location"] == f"/api/v1/webhooks/{json_of(reply)['id']}"
        return json_of(reply)

    def looks(self, path: str = "") -> Json:
        """Looks at webhooks, or at what belongs to one."""
        reply = self.api.get(f"/api/v1/webhooks{path}", self.token)
        assert reply.status_code == 200, reply.text
        return json_of(reply)
