"""A service for each test, and the people who come to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import attach_services, build_app, services_of
from service.bootstrap import Services
from service.settings import Settings

from .applications import serving
from .browser import Browser
from .client import Api, Pair


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """The settings of a new service, over SQLite; `on_both_stores` asks for the other store as well."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return Settings(data=tmp_path)
    return Settings(
        data=tmp_path,
        store=request.getfixturevalue("postgres_env"),
        redis_url=request.getfixturevalue("redis_url"),
    )


@pytest.fixture(scope="session")
def application() -> Flask:
    """The application with all its routes, which take longer to build than services to open."""
    return build_app(Settings())


@pytest.fixture
def app(application: Flask, settings: Settings) -> Iterator[Flask]:
    """The application, with services of its own."""
    attach_services(application, settings)
    yield application
    services_of(application).close()


@pytest.fixture
def services(app: Flask) -> Services:
    """The services behind the application."""
    return services_of(app)


@pytest.fixture
def api(app: Flask) -> Api:
    """Where people meet to play."""
    return Api(app)


@pytest.fixture
def pair(api: Api) -> Pair:
    """Blue and red, seated at a new match of chapter 1: blue is choosing where Mickey starts."""
    return api.seat_pair()


@pytest.fixture
def ada(app: Flask) -> Browser:
    """Ada, with a browser."""
    return Browser(app)


@pytest.fixture
def grace(app: Flask) -> Browser:
    """Grace, with a browser of her own."""
    return Browser(app)


@pytest.fixture
def elsewhere(settings: Settings, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """The settings of another service, over a store of the same kind."""
    if not settings.store:
        yield Settings(data=tmp_path / "elsewhere", name="elsewhere")
        return
    with request.getfixturevalue("postgres").database() as store:
        yield Settings(data=tmp_path / "elsewhere", name="elsewhere", store=store)


@pytest.fixture
def abroad(elsewhere: Settings) -> Iterator[Api]:
    """Where people of another service meet."""
    with serving(elsewhere) as app:
        yield Api(app)
