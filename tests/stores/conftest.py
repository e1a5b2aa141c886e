"""Every kind of store and of home, empty: whoever takes one of these fixtures is run on each of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.view_store import ViewStore
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.store import Store
from service.settings import Settings
from tests.projections.homes import open_home
from tests.servers import Postgres

from .databases import Reused
from .facts import WORDS


@pytest.fixture(scope="session")
def database(postgres: Postgres) -> Reused:
    """The PostgreSQL database of all tests here."""
    return Reused(postgres, "stores")


@pytest.fixture(params=["sqlite", "postgres"])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of a new store."""
    if request.param == "sqlite":
        return {"SQLITE_DBNAME": str(tmp_path / "recount.db")}
    database: Reused = request.getfixturevalue("database")
    return database.emptied()


@pytest.fixture
def store(env: dict[str, str]) -> Iterator[Store]:
    """A new store."""
    with Store(WORDS, env) as store:
        yield store


@pytest.fixture
def other(store: Store, env: dict[str, str]) -> Iterator[Store]:
    """The same store, as another process has it open."""
    with Store(WORDS, env) as other:
        yield other


@pytest.fixture(params=["sqlite", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty home for views is: a path, a Redis URL."""
    return str(request.getfixturevalue("redis_url") if request.param == "redis" else tmp_path / "views.db")


@pytest.fixture
def home(place: str) -> Iterator[ViewStore]:
    """An empty home for views, open."""
    home = open_home(place)
    yield home
    home.close()


# -- services --------------------------------------------------------------------------------------------


@pytest.fixture
def here(env: dict[str, str], tmp_path: Path) -> Settings:
    """The settings of a service whose store is to be kept."""
    store = env if "POSTGRES_DBNAME" in env else {}
    return Settings(data=tmp_path / "here", store=store, runner=False)


@pytest.fixture(scope="session")
def second(postgres: Postgres) -> Reused:
    """Another PostgreSQL database than that of all tests here."""
    return Reused(postgres, "elsewhere")


@pytest.fixture(params=["sqlite", "postgres"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """The settings of an empty service."""
    store = request.getfixturevalue("second").emptied() if request.param == "postgres" else {}
    return Settings(data=tmp_path / "there", store=store, runner=False)


@pytest.fixture
def there(here: Settings, request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """The settings of an empty service over the other kind of database."""
    store = {} if here.store else request.getfixturevalue("second").emptied()
    return Settings(data=tmp_path / "there", store=store, runner=False)


@pytest.fixture
def services(here: Settings) -> Iterator[Services]:
    """The service whose store is to be kept."""
    with Services(here, CardSetRegistry()) as services:
        yield services


@pytest.fixture
def match(services: Services) -> str:
    """A match of the service, in which blue has answered once; its heads are in the log."""
    opened = services.matches.open_match("arena", {"chapter": 1}, 2)
    blue, _ = [
        services.matches.claim_seat(opened.match, seat, claim, name, "")
        for seat, (claim, name) in enumerate(zip(opened.claims, ("Ada", "Möwe 🃏"), strict=True))
    ]
    services.matches.answer_question(opened.match, blue.token, ("e1",), 5)
    services.evidence.seal_heads()
    return opened.match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a backup goes."""
    return tmp_path / "copy.db"
