"""The files of a host for its processes and for systemd."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .inventory import Inventory, Role
from .processes import Port, Process, processes

POSTGRES = "/usr/lib/postgresql/15/bin"
"""The folder of PostgreSQL's programs on Debian 12."""


class File(NamedTuple):
    """A file of a host with its path, text and mode."""

    path: str
    text: str
    mode: int


_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,  # nothing here is HTML
)


def configuration(inventory: Inventory, host: str, watchdog: str = "automatic") -> Iterator[File]:
    """Yields the files of the processes of *host*; *watchdog* is the mode of Patroni's watchdog."""
    for process in processes(inventory, host):
        words = _words(inventory, host, process, watchdog)
        for name in process.files:
            mode = 0o700 if name == "create-database" else 0o600
            yield File(f"{process.etc}/{name}", _rendered(name, words), mode)


def system(inventory: Inventory, host: str) -> Iterator[File]:
    """Yields the units, users and owners of files on *host* for systemd."""
    running = processes(inventory, host)
    for process in running:
        path = f"/etc/systemd/system/recount-{process.name}.service"
        yield File(path, unit(process, (process.var, _of(host, inventory.keys))), 0o644)
    words = {"processes": running, "keys": _of(host, inventory.keys), "var": _of(host, inventory.var)}
    yield File("/usr/lib/sysusers.d/recount.conf", _rendered("sysusers.conf", words), 0o644)
    yield File("/usr/lib/tmpfiles.d/recount.conf", _rendered("tmpfiles.conf", words), 0o644)


def unit(process: Process, writes: Sequence[str] = ()) -> str:
    """Returns the systemd unit of *process*.

    Recount may write to the folders *writes* only, or without them to a folder that systemd creates.
    """
    return _rendered("unit.service", {"process": process, "writes": writes})


def write(inventory: Inventory, folder: Path) -> list[str]:
    """Writes the files of each host into *folder*, under its name; returns the names."""
    for host in inventory.hosts:
        for path, text, mode in (*configuration(inventory, host), *system(inventory, host)):
            file = folder / host / path.removeprefix("/")
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            file.touch(mode)
            file.chmod(mode)
            file.write_text(text, encoding="utf-8")
    return list(inventory.hosts)


def _rendered(name: str, words: dict[str, Any]) -> str:
    return _templates.get_template(f"{name}.j2").render(words)


def _of(host: str, folder: str) -> str:
    return folder.replace("{host}", host)


def _words(inventory: Inventory, host: str, process: Process, watchdog: str) -> dict[str, Any]:
    hosts = inventory.hosts
    reaching: Sequence[Role] = ("postgres", "proxy")

    def near(role: Role) -> list[str]:
        """Returns the addresses of a *role*, starting with this host, or varied by host."""
        names = inventory.having(role)
        first = names.index(host) if host in names else list(hosts).index(host) % len(names)
        return [hosts[name].address for name in names[first:] + names[:first]]

    return {
        "host": host,
        "hosts": hosts,
        "address": hosts[host].address,
        "cluster": inventory.name,
        "passwords": inventory.passwords,
        "port": Port.__members__,
        "url": inventory.url,
        "environment": inventory.environment,
        "etc": process.etc,
        "var": process.var,
        "keys": _of(host, inventory.keys),
        "having": inventory.having,
        "addresses": inventory.addresses,
        "near": near,
        "reachable": sorted({hosts[name].address for role in reaching for name in inventory.having(role)}),
        "postgres_programs": POSTGRES,
        "watchdog": watchdog,
    }
