"""The inventory: which hosts there are, and what runs on each."""

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
"""What a host is for: `redis` is a Redis and a Sentinel, `proxy` an HAProxy and a PgBouncer."""

LEAST: dict[Role, int] = {"etcd": 3, "postgres": 3, "redis": 3, "proxy": 2, "web": 2, "projector": 2}
"""How many hosts of each role it takes for any of them to be lost."""
VOTING: Sequence[Role] = ("etcd", "redis")
"""The roles whose hosts elect a leader, so that their number has to be odd."""

NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
PASSWORD = re.compile(r"[A-Za-z0-9_-]{16,}")


class WrongInventory(click.ClickException):
    """An inventory that makes no cluster; the message says what is wrong with it."""


class Passwords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who asks for which: PostgreSQL's superuser, its replicas, Recount, Patroni's REST API, and Redis."""

    superuser: str
    replication: str
    recount: str
    patroni: str
    redis: str


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A machine: its IPv4 address, and what it is for."""

    address: str
    roles: list[Role]


class Inventory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cluster of `hosts` by name. `name` is that of the cluster, of the database and of the signatures.

    `url` is where browsers find it. `etc` and `var` are the folders of configuration and of data, and `keys`
    that of the keys to sign with, the same on each host; `{host}` stands there for a host's name. `program`
    is the command of Recount, `workers` how many processes serve on each host of role `web`, `environment`
    what else Recount reads.
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


def checked(told: object, name: str) -> Inventory:
    """Returns the inventory that was *told* in the file *name*; raises `WrongInventory`."""
    try:
        inventory = msgspec.convert(told, Inventory)
    except msgspec.ValidationError as error:
        raise WrongInventory(f"{name}: {error}") from error
    if wrong := _mistakes(inventory):
        raise WrongInventory("\n".join(f"{name}: {one}" for one in wrong))
    return inventory


def _mistakes(inventory: Inventory) -> list[str]:
    found = [
        f"“{name}” is no name: lower-case letters, digits and hyphens are, after a letter."
        for name in (inventory.name, *inventory.hosts)
        if not NAME.fullmatch(name)
    ]
    for name, host in inventory.hosts.items():
        try:
            if ip_address(host.address).version != 4:
                found.append(f"{name} has the address {host.address}: it has to be one of IPv4.")
        except ValueError:
            found.append(f"{name} has the address “{host.address}”, which is none of IPv4.")
    shared = Counter(host.address for host in inventory.hosts.values())
    found += [f"{count} hosts have the address {address}." for address, count in shared.items() if count > 1]
    for role, minimum in LEAST.items():
        if (count := len(inventory.having(role))) < minimum:
            found.append(f"{count} hosts have the role {role}: {minimum} are needed for one to be lost.")
        elif role in VOTING and count % 2 == 0:
            found.append(f"{count} hosts have the role {role}: the number has to be odd, for a majority.")
    secrets = msgspec.structs.asdict(inventory.passwords)
    found += [
        f"The password of {of} has to have 16 letters, digits, hyphens and underscores, or more."
        for of, secret in secrets.items()
        if not PASSWORD.fullmatch(secret)
    ]
    if len(set(secrets.values())) < len(secrets):
        found.append("Two passwords are the same.")
    if inventory.workers < 1:
        found.append(f"{inventory.workers} workers serve nobody.")
    return found
