"""The processes of each role with their commands and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

import msgspec

from .inventory import Inventory, Role


class Port(IntEnum):
    """The port of each process on the address of its host."""

    etcd = 2379
    etcd_peer = 2380
    primary = 5000
    replica = 5001
    postgres = 5432
    redis = 6379
    pgbouncer = 6432
    haproxy_status = 7000
    patroni = 8008
    http = 8440
    web = 8450
    projector = 8451
    sentinel = 26379


class Process(msgspec.Struct, frozen=True):
    """A process with its user, its command, and the templates of its files in `etc`.

    Its data is in `var`. `environment` is the file of its variables, if any. Children of a `patient` process
    survive its end. On the signal `reload` it reads its files again. A process that `notifies` reports its
    readiness to systemd.
    """

    name: str
    described: str
    user: str
    etc: str
    var: str
    command: Sequence[str]
    files: Sequence[str]
    environment: str = ""
    reload: str = ""
    patient: bool = False
    notifies: bool = False


RELOAD: Mapping[str, str] = {"patroni": "HUP", "haproxy": "USR2", "pgbouncer": "HUP"}
"""The signal for a process to read its files again."""


PROCESSES: Mapping[Role, Sequence[str]] = {
    "etcd": ("etcd",),
    "postgres": ("patroni",),
    "redis": ("redis", "sentinel"),
    "proxy": ("haproxy", "pgbouncer"),
    "web": ("web",),
    "projector": ("projector",),
}


def processes(inventory: Inventory, host: str) -> list[Process]:
    """Returns the processes of *host* in the order of their start."""
    address, workers = inventory.hosts[host].address, str(inventory.workers)
    serving = ("--host", address, "--port")
    known: Mapping[str, tuple[str, str, Sequence[str], Sequence[str]]] = {
        "etcd": ("etcd", "etcd", ("/usr/bin/etcd", "--config-file", "etcd.yaml"), ("etcd.yaml",)),
        "patroni": (
            "PostgreSQL under Patroni",
            "postgres",
            ("/usr/bin/patroni", "patroni.yaml"),
            ("patroni.yaml", "create-database"),
        ),
        "redis": ("Redis", "redis", ("/usr/bin/redis-server", "redis.conf"), ("redis.conf",)),
        "sentinel": ("Sentinel", "redis", ("/usr/bin/redis-sentinel", "sentinel.conf"), ("sentinel.conf",)),
        "haproxy": ("HAProxy", "haproxy", ("/usr/sbin/haproxy", "-W", "-f", "haproxy.cfg"), ("haproxy.cfg",)),
        "pgbouncer": (
            "PgBouncer",
            "postgres",
            ("/usr/sbin/pgbouncer", "pgbouncer.ini"),
            ("pgbouncer.ini", "pgbouncer-users"),
        ),
        "web": (
            "Recount, serving",
            "recount",
            (inventory.program, "serve", *serving, str(int(Port.web)), "--workers", workers),
            ("recount.env",),
        ),
        "projector": (
            "Recount, keeping the views",
            "recount",
            (inventory.program, "project", *serving, str(int(Port.projector))),
            ("recount.env",),
        ),
    }
    roles = inventory.hosts[host].roles
    return [_process(inventory, host, name, *known[name]) for role in roles for name in PROCESSES[role]]


def _process(
    inventory: Inventory,
    host: str,
    name: str,
    described: str,
    user: str,
    command: Sequence[str],
    files: Sequence[str],
) -> Process:
    etc, var = (f"{folder.replace('{host}', host)}/{name}" for folder in (inventory.etc, inventory.var))
    return Process(
        name,
        described,
        user,
        etc,
        var,
        [f"{etc}/{word}" if word in files else word for word in command],
        files,
        f"{etc}/recount.env" if "recount.env" in files else "",
        RELOAD.get(name, ""),
        patient=name == "patroni",
        notifies=name == "web",
    )
