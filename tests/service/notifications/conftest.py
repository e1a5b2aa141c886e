"""A service with a mail server and a push service on this machine, where nobody works but for a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from msgspec.structs import replace

from service.bootstrap import Services
from service.settings import Settings
from tests.service.browser import Browser
from tests.service.notifications.notifying import Person, Postman
from tests.service.notifications.receivers import MailCatcher, PushBrowser, catching_mails
from tests.service.webhooks.receivers import Receiver, listening


@pytest.fixture
def mails() -> Iterator[MailCatcher]:
    """A mail server."""
    with catching_mails() as catcher:
        yield catcher


@pytest.fixture
def settings(settings: Settings, mails: MailCatcher) -> Settings:
    """The settings of such a service, on either store."""
    return replace(
        settings, runner=False, webhooks_loopback=True, mail=mails.settings, url="http://localhost"
    )


@pytest.fixture
def postman(services: Services, settings: Settings) -> Postman:
    """The tasks of the service, which have read the log so far."""
    postman = Postman(services, settings)
    postman.follows()
    return postman


@pytest.fixture
def push_service() -> Iterator[Receiver]:
    """A push service (RFC 8030), which takes each message."""
    with listening() as receiver:
        yield receiver


@pytest.fixture
def push(push_service: Receiver) -> PushBrowser:
    """The subscription of Ada's browser."""
    return PushBrowser(push_service)


@pytest.fixture
def key(services: Services) -> str:
    """The key with which browsers subscribe."""
    return services.notifications.keys.public_key()


@pytest.fixture
def player(app: Flask) -> Person:
    """Ada, with an account."""
    return Person(Browser(app), "Ada")


@pytest.fixture
def rival(app: Flask) -> Person:
    """Grace, with an account and a browser of her own."""
    return Person(Browser(app), "Grace")
