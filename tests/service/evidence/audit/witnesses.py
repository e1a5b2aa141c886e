"""Witnesses for tests: a second service at an address, and a service that is its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from service.app import create_app, services_of
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.evidence.keys import Keyring
from service.evidence.witness import WitnessStore
from service.settings import Settings
from tests.service.client import Api, Pair


class Second(NamedTuple):
    """A service that is a witness: its submission prefix, and its key."""

    address: str
    key: str


@contextmanager
def serving_witness(folder: Path, name: str, trusted: Iterable[str]) -> Iterator[Second]:
    """Serves a witness of the logs of those keys."""
    app = create_app(Settings(data=folder, name=name, trusted=frozenset(trusted), runner=False))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        key = str(services_of(app).witnessed.key)
        yield Second(f"http://127.0.0.1:{server.port}/api/v1/witness", key)
    finally:
        server.shutdown()
        thread.join()
        services_of(app).close()


def grow_log(settings: Settings) -> None:
    """Opens three matches, which leaves three heads; the log is sealed."""
    with Services(settings, CardSetRegistry()) as services:
        for _ in range(3):
            services.matches.open_match("arena", {"chapter": 1}, 2)
        services.evidence.seal_heads()


def own_witness(services: Services, settings: Settings) -> WitnessStore:
    """Returns the witness of a service that trusts its own log."""
    keys = map(str, services.evidence.public_keys())
    signer = Keyring(settings.keyring, settings.name).witness_signer
    return WitnessStore(settings.data, keys, signer, services.clock)


def submits(api: Api, body: bytes) -> TestResponse:
    """Brings *body* to the service as a witness."""
    path = "/api/v1/witness/add-checkpoint"
    return api.app.test_client().post(path, data=body, content_type="text/plain")


def submits_altered(api: Api, services: Services, settings: Settings) -> TestResponse:
    """Brings a checkpoint that was changed after it was signed."""
    services.register(own_witness(services, settings))
    note: bytes = api.get("/api/v1/checkpoint").data
    return submits(api, b"old 0\n\n" + note.replace(b"\nposition ", b"\nposition 9"))


def submits_unproved(pair: Pair, api: Api, services: Services, settings: Settings) -> TestResponse:
    """Brings a longer log, and no proof that it extends the first one."""
    services.register(own_witness(services, settings))
    note: bytes = api.get("/api/v1/checkpoint").data
    assert submits(api, b"old 0\n\n" + note).status_code == 200
    pair.blue.answers("e1")
    old = b"old " + note.split(b"\n")[1]
    return submits(api, old + b"\n\n" + api.get("/api/v1/checkpoint").data)
