"""Private servers for tests: a real PostgreSQL and a real Redis, each in a temporary directory of its own.

They end with the thread that started them, however that ends. Any number can run side by side.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 60.0
"""Seconds a server may take to start, and to stop."""


class NotStarted(Exception):
    """A server ended, or kept silent, instead of starting; the message carries what it wrote."""


@contextmanager
def postgres(synced: bool = True) -> Iterator[Postgres]:
    """Runs the newest PostgreSQL installed here; for root, which it refuses to be, as the user `postgres`.

    Not *synced*, it survives the death of processes but not of the machine, and makes a database in 30 ms
    rather than 200.
    """
    owner = postgres_user()
    with home_of(owner) as home:
        data = home / "data"
        subprocess.run(
            bound(making(str(data)), signal.SIGKILL, owner), cwd=home, check=True, stdout=subprocess.DEVNULL
        )
        with serving_postgres(home, data, {"fsync": str(synced)}) as cluster:
            yield cluster


@contextmanager
def standby(primary: Postgres) -> Iterator[Postgres]:
    """Runs a replica of *primary*, which follows it as fast as it can."""
    owner = postgres_user()
    with home_of(owner) as home:
        copy = (f"{programs()}/pg_basebackup", "-h", str(primary.home), "-U", primary.USER, "-D", "data")
        copied = bound((*copy, "-R", "-c", "fast", "--no-sync"), signal.SIGKILL, owner)
        subprocess.run(copied, cwd=home, check=True)
        with serving_postgres(home, home / "data", {"fsync": "False"}) as following:
            yield following


@contextmanager
def serving_postgres(home: Path, data: Path, settings: Mapping[str, str]) -> Iterator[Postgres]:
    """Serves the cluster in *data*, with *settings*, on a socket in *home*."""
    cluster = Postgres(home)
    chosen = (word for name, value in settings.items() for word in ("-c", f"{name}={value}"))
    serve = bound((*serving(str(data), home), *chosen), signal.SIGINT, postgres_user())
    with _running(serve, home, signal.SIGINT, cluster.answers):
        yield cluster


def postgres_user() -> str:
    """Returns the user that PostgreSQL runs as where it would refuse to run as who we are."""
    return "postgres" if os.geteuid() == 0 else ""


def programs() -> Path:
    """Returns where the programs of the newest PostgreSQL installed here are."""
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    return max(installed, key=lambda path: int(path.parent.name))


def making(data: str) -> tuple[str, ...]:
    """Returns the command that makes an empty cluster in the directory *data*."""
    make = (f"{programs()}/initdb", "--auth=trust", f"--username={Postgres.USER}", "--encoding=UTF8")
    return (*make, "--no-locale", "--no-sync", data)


def serving(data: str, home: Path) -> tuple[str, ...]:
    """Returns the command that serves the cluster in *data* on a socket in *home*."""
    return (f"{programs()}/postgres", "-D", data, "-k", str(home), "-h", "")


class Postgres:
    """A running PostgreSQL. Nobody outside hears of it: it listens on a socket in its directory alone."""

    PORT = "5432"
    USER = "recount"

    def __init__(self, home: Path) -> None:
        self.home = home
        self._numbers = count(1)

    @property
    def pid(self) -> int:
        """The process that all of its others are children of."""
        return int((self.home / "data" / "postmaster.pid").read_text().partition("\n")[0])

    @contextmanager
    def database(self) -> Iterator[dict[str, str]]:
        """Makes an empty database and drops it afterwards, whoever is still connected.

        Yields the environment variables by which `eventsourcing` keeps its events in it.
        """
        name = f"recount_{next(self._numbers)}"
        with self.connect() as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield self.environment(name)
        finally:
            with self.connect() as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def environment(self, database: str) -> dict[str, str]:
        """Returns the environment variables by which `eventsourcing` keeps its events in *database*."""
        return {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "ORIGINATOR_ID_TYPE": "text",
            "POSTGRES_DBNAME": database,
            "POSTGRES_HOST": str(self.home),
            "POSTGRES_PORT": self.PORT,
            "POSTGRES_USER": self.USER,
            "POSTGRES_PASSWORD": "unused",
        }

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """Returns a connection to *database*; each statement is its own transaction."""
        return psycopg.connect(
            host=str(self.home), port=self.PORT, user=self.USER, dbname=database, autocommit=True
        )

    def told(self, steps: str) -> None:
        """Has `psql` take *steps*, as the superuser."""
        psql = (programs() / "psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--host", self.home)
        subprocess.run(
            [*map(str, psql), "--username", self.USER, "postgres"], input=steps.encode(), check=True
        )

    def answers(self, database: str = "postgres") -> bool:
        """Tells whether connections are taken yet."""
        try:
            self.connect(database).close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def pgbouncer(behind: dict[str, str]) -> Iterator[dict[str, str]]:
    """Runs a PgBouncer that pools by transaction, before the database of an environment; yields another."""
    owner, name = postgres_user(), behind["POSTGRES_DBNAME"]
    told = dict(
        zip(
            ("host", "port", "user"), (behind[f"POSTGRES_{n}"] for n in ("HOST", "PORT", "USER")), strict=True
        )
    )
    with home_of(owner) as home:
        (home / "pgbouncer.ini").write_text(
            f"[databases]\n{name} = {' '.join(f'{key}={value}' for key, value in told.items())}\n"
            f"[pgbouncer]\nunix_socket_dir = {home}\nlisten_port = {Postgres.PORT}\n"
            "auth_type = any\npool_mode = transaction\ndefault_pool_size = 3\n"
        )
        serve = ("/usr/sbin/pgbouncer", "-q", str(home / "pgbouncer.ini"))
        before = Postgres(home)
        with _running(bound(serve, signal.SIGINT, owner), home, signal.SIGINT, lambda: before.answers(name)):
            yield before.environment(name)


@contextmanager
def redis_server() -> Iterator[str]:
    """Runs a Redis that keeps nothing on disk, on a free port of this machine; yields its URL."""
    port = free_port()
    serve = ("redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no")
    with home_of() as home, _running(bound(serve, signal.SIGTERM), home, signal.SIGTERM, _pings(port)):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def sentinel(redis_url: str) -> Iterator[str]:
    """Runs a Sentinel that calls the Redis at *redis_url* the master; yields the URL that leads there."""
    port, master = free_port(), redis_url.removeprefix("redis://").partition("/")[0].replace(":", " ")
    with home_of() as home:
        file = home / "sentinel.conf"
        file.write_text(f"bind 127.0.0.1\nport {port}\nsentinel monitor views {master} 1\n")
        serve = ("redis-server", str(file), "--sentinel")
        with _running(bound(serve, signal.SIGTERM), home, signal.SIGTERM, _pings(port)):
            yield f"redis+sentinel://127.0.0.1:{port}/views"


def free_port() -> int:
    """Returns a port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _pings(port: int) -> Callable[[], bool]:
    """Returns what tells whether a Redis, or a Sentinel, answers on a *port*."""

    def answers() -> bool:
        try:
            with redis.Redis("127.0.0.1", port, retry=Retry(NoBackoff(), 0)) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    return answers


@contextmanager
def home_of(owner: str = "") -> Iterator[Path]:
    """Makes a directory for a server, belonging to *owner*, and removes it afterwards."""
    home = Path(tempfile.mkdtemp(prefix="recount-"))
    try:
        if owner:
            shutil.chown(home, owner)
        yield home
    finally:
        shutil.rmtree(home)


def bound(command: Sequence[str], farewell: signal.Signals, user: str = "") -> list[str]:
    """Returns *command*, run as *user*, and sent *farewell* by the kernel when its parent dies."""
    become = [f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
    return ["setpriv", *become, f"--pdeathsig={farewell.name.removeprefix('SIG')}", "--", *command]


@contextmanager
def _running(
    command: Sequence[str], home: Path, farewell: signal.Signals, answers: Callable[[], bool]
) -> Iterator[None]:
    """Runs a server in *home* from the moment it *answers* until it has obeyed *farewell*."""
    log = home / "log"
    with log.open("wb") as written:
        # A session of its own: Ctrl-C ends the tests, and the tests end their server.
        process = subprocess.Popen(
            command, cwd=home, stdout=written, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while not answers():
            if _ended(process, within=0.02) or time.monotonic() > deadline:
                raise NotStarted(f"{' '.join(command)}\n{log.read_text()}")
        yield
    finally:
        process.send_signal(farewell)
        if not _ended(process, PATIENCE):
            process.kill()
            process.wait()


def _ended(process: subprocess.Popen[bytes], within: float) -> bool:
    """Tells whether *process* ends *within* so many seconds, as soon as that is known."""
    try:
        process.wait(within)
    except subprocess.TimeoutExpired:
        return False
    return True
