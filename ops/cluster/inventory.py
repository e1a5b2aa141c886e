"""The inventory of a cluster with its hosts and their roles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

import click
import msgspec
import yaml

Role = Literal["etcd", "postgres", "redis", "proxy", "web", "projector"]
"""The role of a host. `redis` is a Redis and a Sentinel, `proxy` an HAProxy and a PgBouncer."""

LEAST: dict[Role, int] = {"etcd": 3, "postgres": 3, "redis": 3, "proxy": 2, "web": 2, "projector": 2}
"""The number of hosts of each role that survives the loss of one."""
VOTING: Sequence[Role] = ("etcd", "redis")
"""The roles that elect a leader, with an odd number of hosts."""

NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
PASSWORD = re.compile(r"[A-Za-z0-9_-]{16,}")


class WrongInventory(click.ClickException):
    """An invalid inventory; the message lists the errors."""


class Passwords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The passwords of PostgreSQL's roles, of Patroni's REST API, and of Redis."""

    superuser: str
    replication: str
    recount: str
    patroni: str
    redis: str


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A machine with its IPv4 address and its roles."""

    address: str
    roles: list[Role]


class Inventory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cluster of `hosts` by name. `name` is that of the cluster, of the database and of the signatures.

    `url` is its address for browsers. `etc` and `var` are the folders of configuration and data, and `keys`
    that of the signing keys, the same on each host. `{host}` in a path is the name of the host. `program`
    is the command of Recount, `workers` the number of processes on each web host, and `environment` further
    variables.
    """

    hosts: dict[str, Host]
    passwords: Passwords
    name: str = "recount"
    url: str = ""
    etc: str = "/etc/recount"
    var: str = "/var/lib/recount"
    keys: str = "/var/lib/recount/keys"
    program: str = "/opt/recount/bin/recount"
    workers: int = 2
    environment: dict[str, str] = {}

    def having(self, role: Role) -> list[str]:
        """Returns the names of the hosts of a *role*, in the order of the inventory."""
        return [name for name, host in self.hosts.items() if role in host.roles]

    def addresses(self, role: Role) -> list[str]:
        """Returns their addresses."""
        return [self.hosts[name].address for name in self.having(role)]


def read(path: Path) -> Inventory:
    """Returns the inventory in the file at *path*; raises `WrongInventory`."""
    try:
        return checked(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)
    except (OSError, yaml.YAMLError) as error:
        raise WrongInventory(f"{path}: {error}") from error


def checked(fields: object, name: str) -> Inventory:
    """Returns the inventory in *fields* of the file *name*; raises `WrongInventory`."""
    try:
        inventory = msgspec.convert(fields, Inventory)
    except msgspec.ValidationError as error:
        raise WrongInventory(f"{name}: {error}") from error
    if errors := _errors(inventory):
        raise WrongInventory("\n".join(f"{name}: {error}" for error in errors))
    return inventory


def _errors(inventory: Inventory) -> list[str]:
    errors = [
        f"“{name}” is no name: lower-case letters, digits and hyphens are, after a letter."
        for name in (inventory.name, *inventory.hosts)
        if not NAME.fullmatch(name)
    ]
    for name, host in inventory.hosts.items():
        try:
            if ip_address(host.address).version != 4:
                errors.append(f"{name} has the address {host.address}: it has to be one of IPv4.")
        except ValueError:
            errors.append(f"{name} has the address “{host.address}”, which is none of IPv4.")
    shared = Counter(host.address for host in inventory.hosts.values())
    errors += [f"{count} hosts have the address {address}." for address, count in shared.items() if count > 1]
    for role, minimum in LEAST.items():
        if (count := len(inventory.having(role))) < minimum:
            errors.append(f"{count} hosts have the role {role}: {minimum} are needed for one to be lost.")
        elif role in VOTING and count % 2 == 0:
            errors.append(f"{count} hosts have the role {role}: the number has to be odd, for a majority.")
    secrets = msgspec.structs.asdict(inventory.passwords)
    errors += [
        f"The password of {of} has to have 16 letters, digits, hyphens and underscores, or more."
        for of, secret in secrets.items()
        if not PASSWORD.fullmatch(secret)
    ]
    if len(set(secrets.values())) < len(secrets):
        errors.append("Two passwords are the same.")
    if inventory.workers < 1:
        errors.append(f"{inventory.workers} workers serve nobody.")
    return errors
