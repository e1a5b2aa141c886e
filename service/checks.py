"""Checks of the environment before the service starts."""

from __future__ import annotations

import os
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from eventsourcing.utils import resolve_topic
from msgspec import Struct

from domain.errors import RecountError
from domain.table.beacon import Beacon
from replays.proof.merkle import EMPTY
from replays.proof.notes import Checkpoint, sign_note
from replays.proof.standalone.witnesses import NOBODY, read_policy

from .settings import TRACES, Settings

MIN_DESCRIPTORS = 4096
"""Clients that a worker serves at once. Each needs a file descriptor."""
MIN_FREE_BYTES = 2**28
"""Free bytes that a disk needs. A match takes a third of a megabyte."""
TRACES_TIMEOUT_SECONDS = 3.0
"""Time for a connection to the endpoint of traces."""
MAX_SKEW_SECONDS = 5.0
"""Largest difference between the clocks of this machine and of its database."""
EARLIEST_SECONDS = 1_767_225_600
"""The beginning of 2026. An earlier clock is wrong."""
READ_ONLY_TEXT = "can be read and not written: an audit is all it is good for."
MIN_POSTGRES_RELEASE, MIN_REDIS_RELEASE = 13, 6
"""The oldest releases under test."""


class Finding(Struct, frozen=True, rename={"detail": "told"}):
    """One checked subject, the result, and the state or the remedy; `told` in JSON is published."""

    subject: str
    ok: bool
    detail: str


class Unreachable(RecountError):
    """PostgreSQL is out of reach with these settings."""


def check_environment(settings: Settings) -> Iterator[Finding]:
    """Yields one finding for each subject in the environment of *settings*."""
    yield from _check_directories(settings)
    yield from (_check_postgres if settings.uses_server else _check_file)(settings)
    if settings.redis_url:
        yield from _check_redis(settings)
    if settings.traces:
        yield check_traces(settings.traces)
    yield from _check_witnesses(settings)
    if settings.beacon:
        yield _check_beacon(settings.beacon)
    yield _check_descriptors()
    yield _check_clock()


def is_read_only(settings: Settings) -> bool:
    """Returns whether the store exists and this user cannot write it. Raises `Unreachable`."""
    if settings.uses_server:
        return bool(_query_postgres(settings, _READ_ONLY)[0])
    file = settings.database
    return file.is_file() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def _check_directories(settings: Settings) -> Iterator[Finding]:
    for subject, folder in (("RECOUNT_DATA", settings.data), ("RECOUNT_KEYS", settings.keyring)):
        path = next(
            folder_path for folder_path in (folder, *folder.absolute().parents) if folder_path.exists()
        )
        if not path.is_dir():
            yield Finding(subject, False, f"“{folder}” cannot be a directory: “{path}” is a file.")
        elif not os.access(path, os.W_OK | os.X_OK):
            yield Finding(
                subject, False, f"“{folder}” cannot be written by this user: chown or chmod “{path}”."
            )
        elif (free_bytes := _free_bytes(path)) < MIN_FREE_BYTES:
            yield Finding(subject, False, f"The disk of “{folder}” has {free_bytes // 2**20} MiB left.")
        else:
            yield Finding(subject, True, f"“{folder}” can be written.")


def _free_bytes(folder: Path) -> int:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def _check_file(settings: Settings) -> Iterator[Finding]:
    file = settings.database
    if file.exists() and not file.is_file():
        yield Finding("the store", False, f"“{file}” is no file.")
    elif is_read_only(settings):
        yield Finding("the store", False, f"“{file}” {READ_ONLY_TEXT}")
    else:
        yield Finding(
            "the store", True, f"SQLite, in “{file}”{'' if file.exists() else ', which is to be made'}."
        )


_READ_ONLY = """SELECT current_setting('transaction_read_only') = 'on' OR NOT coalesce(
    has_table_privilege(to_regclass('recount_events'), 'INSERT'),
    has_schema_privilege(current_schema(), 'CREATE'))"""


def _server_name(settings: Settings) -> str:
    return "PostgreSQL at {POSTGRES_HOST}, database “{POSTGRES_DBNAME}”".format(**settings.store)


def _query_postgres(settings: Settings, *statements: str) -> list[Any]:
    """Returns the first column of each of *statements*. Raises `Unreachable`."""
    import psycopg  # only services with PostgreSQL load it

    from .database.postgresql.pool import session_attributes

    store = settings.store
    topic = store.get("POSTGRES_GET_PASSWORD_TOPIC")
    try:
        with psycopg.connect(
            host=store["POSTGRES_HOST"],
            port=store.get("POSTGRES_PORT") or "5432",
            dbname=store["POSTGRES_DBNAME"],
            user=store["POSTGRES_USER"],
            password=resolve_topic(topic)() if topic else store["POSTGRES_PASSWORD"],
            connect_timeout=5,
            target_session_attrs=session_attributes(
                store["POSTGRES_HOST"], store.get("POSTGRES_TARGET_SESSION_ATTRS", "")
            ),
            fallback_application_name="recount",
        ) as connection:
            rows = [connection.execute(statement.encode()).fetchone() for statement in statements]
    except psycopg.Error as error:
        reason = str(error).partition("\n")[0].removeprefix("connection failed: ")
        raise Unreachable(f"{_server_name(settings)}, cannot be reached: {reason}") from error
    return [row and row[0] for row in rows]


def _check_postgres(settings: Settings) -> Iterator[Finding]:
    server = _server_name(settings)
    try:
        number, read_only, now = _query_postgres(
            settings, "SHOW server_version_num", _READ_ONLY, "SELECT extract(epoch FROM now())"
        )
    except Unreachable as error:
        yield Finding("the store", False, str(error))
        return
    if (release := int(number) // 10_000) < MIN_POSTGRES_RELEASE:
        yield Finding(
            "the store", False, f"{server}, is release {release}: {MIN_POSTGRES_RELEASE} is needed."
        )
    elif read_only:
        yield Finding("the store", False, f"{server}, {READ_ONLY_TEXT}")
    else:
        yield Finding("the store", True, f"{server}, answers.")
    if abs(skew := float(now) - time.time()) > MAX_SKEW_SECONDS:
        yield Finding("the clock", False, f"The clock of PostgreSQL is {skew:+.0f} s away from this one.")


def _check_redis(settings: Settings) -> Iterator[Finding]:
    from redis import RedisError

    from projections.redis_view_store import connect_redis

    try:
        info: Any = connect_redis(settings.redis_url).info("server")
    except (RedisError, ValueError) as error:
        yield Finding("REDIS_URL", False, f"Redis cannot be reached: {error}")
        return
    release = str(info["redis_version"])
    is_supported = int(release.split(".")[0]) >= MIN_REDIS_RELEASE
    yield Finding(
        "REDIS_URL",
        is_supported,
        f"Redis {release} answers{'.' if is_supported else f', and {MIN_REDIS_RELEASE} is needed.'}",
    )


def check_traces(endpoint: str) -> Finding:
    """Returns whether the *endpoint* of traces accepts connections."""
    try:
        url = urlsplit(endpoint)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError("it may be “http://127.0.0.1:4318”, say")
        port = url.port or (443 if url.scheme == "https" else 80)
        socket.create_connection((url.hostname, port), timeout=TRACES_TIMEOUT_SECONDS).close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return Finding(TRACES, False, f"“{endpoint}” does not answer: {reason}. Spans are lost meanwhile.")
    return Finding(TRACES, True, f"“{endpoint}” answers.")


def _check_witnesses(settings: Settings) -> Iterator[Finding]:
    """Yields whether the second place of checkpoints and each witness take one, without a change there."""
    from .evidence.cosigning import WitnessClient  # only this check loads the clients
    from .evidence.keys import Keyring
    from .evidence.witness_client import Unwitnessed, witness_at

    if settings.witness:
        try:
            witness_at(settings.witness).try_place()
        except Unwitnessed as error:
            yield Finding("RECOUNT_WITNESS", False, str(error))
        else:
            yield Finding("RECOUNT_WITNESS", True, f"“{settings.witness}” can take a checkpoint.")
    policy = read_policy(settings.witness_policy or f"quorum {NOBODY}")
    has_keys = any(settings.keyring.glob("[0-9]*.pem"))
    signers = Keyring(settings.keyring, settings.name).valid_signers() if has_keys else []
    note = sign_note(Checkpoint(settings.name, 0, EMPTY).text, signers)
    for name, witness in policy.witnesses.items():
        subject = f"the witness {name}"
        if not witness.url:
            yield Finding(subject, False, "RECOUNT_WITNESS_POLICY names no address of it.")
            continue
        try:
            size = WitnessClient(name, witness).find_size(note)
        except Unwitnessed as error:
            yield Finding(subject, False, str(error))
        else:
            yield Finding(subject, True, f"“{witness.url}” knows this log, up to {size} heads.")


def _check_beacon(beacon: Beacon) -> Finding:
    from .matches.beacon_client import BeaconClient, BeaconSilent  # only this check loads the client

    try:
        number = BeaconClient(beacon).try_chain(time.time_ns() // 1_000_000)
    except BeaconSilent as error:
        return Finding("RECOUNT_BEACON", False, str(error))
    return Finding("RECOUNT_BEACON", True, f"“{beacon.address}” has published round {number}.")


def _check_descriptors() -> Finding:
    maximum = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if 0 <= maximum < MIN_DESCRIPTORS:
        return Finding(
            "LimitNOFILE",
            False,
            f"A process may open {maximum} files; a worker needs {MIN_DESCRIPTORS}: raise `ulimit -n`.",
        )
    return Finding("LimitNOFILE", True, f"A process may open {maximum} files.")


def _check_clock() -> Finding:
    text = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    if time.time() < EARLIEST_SECONDS:
        return Finding("the clock", False, f"It is said to be {text}: set the clock.")
    return Finding("the clock", True, f"It is {text}.")
