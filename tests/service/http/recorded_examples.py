"""`ops/do examples`: records the examples of the OpenAPI document anew.

Chance, the clock and the keys of the service are scripted, so that two records are the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import click
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from service.app import services_of
from service.bootstrap import Services
from service.evidence.keys import WITNESS_FILE
from service.http.contract.examples import FOLDER
from service.settings import Settings
from tests.service.applications import serving
from tests.service.client import Api, Json

from .example_refusals import record_refusals
from .example_story import Story
from .recorder import Recorder, ScriptedClock, shorten_bodies

REVOKED_SECONDS = 1_767_258_000

Files = dict[str, dict[str, Json]]


def record(folder: Path) -> Files:
    """Returns the examples by file and operation id, from a service with its data in *folder*."""
    settings = Settings(data=folder, runner=False)
    settings.keyring.mkdir(parents=True)
    for number, name in enumerate(("0001.pem", WITNESS_FILE)):
        write_key(settings.keyring / name, number)
    with scripted() as clock, serving(settings) as app:
        recorder = Recorder(Api(app), clock)
        Story(recorder, Api(app), services_of(app), settings).tell()
        record_revocation(recorder, services_of(app), settings)
        record_refusals(recorder, Api(app), settings)
    files: Files = {}
    for name, recorded in sorted(recorder.recorded.items()):
        if bodies := shorten_bodies(recorded):
            files.setdefault(file_of(recorder, name), {})[name] = bodies
    return files


def file_of(recorder: Recorder, name: str) -> str:
    """Returns the file for the examples of an operation, or of a response with a problem."""
    if name not in recorder.operations:
        return "problems.json"
    _, _, operation = recorder.operations[name]
    return f"{operation['tags'][0].lower()}.json"


@contextmanager
def scripted() -> Iterator[ScriptedClock]:
    """Lets chance and time be the same in each record."""
    clock = ScriptedClock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("random._urandom", Random("examples").randbytes)
        patch.setattr("time.time_ns", clock)
        yield clock


def record_revocation(call: Recorder, services: Services, settings: Settings) -> None:
    """Revokes the key of the service, which another one follows."""
    [key] = services.evidence.public_keys()
    write_key(settings.keyring / "0002.pem", 2)
    services.evidence.revoke_key(str(key), REVOKED_SECONDS)
    call("listRevocations")


def write_key(file: Path, number: int) -> None:
    """Writes a key that signs the examples and nothing else."""
    key = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def written(entries: Mapping[str, Any]) -> str:
    """Returns *entries* as a file holds them."""
    return json.dumps(entries, ensure_ascii=False, indent=1) + "\n"


@click.command()
@click.option("--write", is_flag=True, help="Store the examples as those of this tree.")
def main(write: bool) -> None:
    """Lists the files of examples that differ from a new record."""
    with TemporaryDirectory() as folder:
        files = record(Path(folder))
    for name, entries in files.items():
        file = FOLDER / name
        if not file.exists() or file.read_text(encoding="utf-8") != written(entries):
            click.echo(name)
            if write:
                FOLDER.mkdir(exist_ok=True)
                file.write_text(written(entries), encoding="utf-8")
    for file in FOLDER.glob("*.json"):
        if file.name not in files:
            click.echo(file.name)
            if write:
                file.unlink()
