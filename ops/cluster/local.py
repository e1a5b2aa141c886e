"""Runs a cluster on one machine, where each host is a group of processes with an address of its own.

A host is a group id of the system. Its processes have that group, and nftables gives their packets the
address of the host, so hosts can be cut off from each other. That needs root.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import click
import yaml

from . import inventory, rendering, state
from .inventory import Inventory
from .processes import Process, processes

HERE = Path(__file__).parent
GROUPS = 61000
"""The group id of the first host."""
SHARED = Path("/dev/shm")
"""The folder of shared memory."""
AHEAD = -15
"""The nice value of its processes, because real hosts have processors of their own."""
NEEDED = ("etcd", "patroni", "haproxy", "pgbouncer", "redis-sentinel", "nft")
STARTING = 300.0
"""Time for PostgreSQL to start."""
PATIENCE = 15.0
"""Time for a process to end after SIGTERM."""


class NotHere(click.ClickException):
    """A machine without a cluster; the message has the reason and the remedy."""


class Local:
    """The cluster with its files in *data*."""

    def __init__(self, data: Path) -> None:
        self.data = data

    @cached_property
    def inventory(self) -> Inventory:
        """The inventory of `local.yaml`."""
        text = (HERE / "local.yaml").read_text(encoding="utf-8")
        words = {"data": str(self.data), "program": str(Path(sys.executable).with_name("recount"))}
        for name, value in words.items():
            text = text.replace(f"{{{name}}}", value)
        return inventory.checked(yaml.safe_load(text), "local.yaml")

    def group(self, host: str) -> int:
        """Returns the group id of a *host*."""
        return GROUPS + list(self.inventory.hosts).index(host)

    def up(self) -> list[str]:
        """Repairs the cluster, and returns the names of the processes it starts.

        Its dependents start after PostgreSQL. Raises `NotHere` when PostgreSQL does not start.
        """
        check_possible()
        self._address()
        started = []
        for host in self.inventory.hosts:
            self.signal(host, signal.SIGCONT)
            roles = self.inventory.hosts[host].roles
            if "proxy" in roles and not until(lambda: state.synchronous(self.inventory), STARTING):
                raise NotHere(f"PostgreSQL does not come: see {self.log(host, 'patroni').parent.parent}.")
            for process in processes(self.inventory, host):
                if not self.running(host, process.name):
                    self._start(host, process)
                    started.append(f"{host}/{process.name}")
        return started

    def down(self) -> None:
        """Stops all processes, and removes their files."""
        for host in reversed(self.inventory.hosts):
            for farewell in (signal.SIGCONT, signal.SIGTERM):
                self.signal(host, farewell)
        until(lambda: not any(map(self.pids, self.inventory.hosts)), PATIENCE)
        for host in self.inventory.hosts:
            self.signal(host, signal.SIGKILL)
        _nft("table ip recount-cluster\ndelete table ip recount-cluster\n")
        shutil.rmtree(self.data, ignore_errors=True)
        groups = set(map(self.group, self.inventory.hosts))
        for segment in SHARED.glob("PostgreSQL.*"):  # one that was killed has left its own
            if segment.stat().st_gid in groups:
                segment.unlink()

    def pids(self, host: str) -> list[int]:
        """Returns the processes of a *host*."""
        return list(_of_group(self.group(host)))

    def running(self, host: str, name: str) -> int:
        """Returns the id of the process *name* on a *host*; 0 for none."""
        with suppress(OSError, ValueError):
            pid = int(self._pidfile(host, name).read_text())
            if pid in self.pids(host):
                return pid
        return 0

    def signal(self, host: str, number: int) -> None:
        """Sends a signal to all processes of a *host*."""
        for pid in self.pids(host):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def cut(self, host: str, others: list[str]) -> None:
        """Drops all packets between a *host* and the *others*, until `up`."""
        address = self.inventory.hosts[host].address
        away = ", ".join(self.inventory.hosts[other].address for other in others)
        _nft(
            f"add rule ip recount-cluster cut ip saddr {address} ip daddr {{ {away} }} drop\n"
            f"add rule ip recount-cluster cut ip saddr {{ {away} }} ip daddr {address} drop\n"
        )

    def log(self, host: str, name: str) -> Path:
        """Returns the log file of the process *name* on a *host*."""
        return self.data / host / f"{name}.log"

    def _pidfile(self, host: str, name: str) -> Path:
        return self.data / host / f"{name}.pid"

    def _address(self) -> None:
        """Translates the sender of packets to the address of their host, and ends all cuts."""
        sources = "\n".join(
            f'oifname "lo" meta skgid {self.group(name)} ip saddr 127.0.0.1 snat to {host.address}'
            for name, host in self.inventory.hosts.items()
        )
        _nft(
            "table ip recount-cluster\ndelete table ip recount-cluster\n"
            "table ip recount-cluster {\n"
            f"chain source {{\ntype nat hook postrouting priority srcnat\n{sources}\n}}\n"
            "chain cut {\ntype filter hook input priority filter\n}\n}\n"
        )

    def _start(self, host: str, process: Process) -> None:
        """Starts a *process*; writes its files once, because some processes change them."""
        group = self.group(host)
        owner = "root" if process.environment else "postgres"
        folders = Path(process.etc), Path(process.var)
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
        for file in rendering.configuration(self.inventory, host, watchdog="off"):
            if Path(file.path).parent == Path(process.etc) and not Path(file.path).exists():
                Path(file.path).write_text(file.text, encoding="utf-8")
                os.chmod(file.path, file.mode)
        for path in (*folders, *Path(process.etc).iterdir()):
            shutil.chown(path, owner, group)
        with self.log(host, process.name).open("ab") as buffered_writer:
            popen = subprocess.Popen(
                [
                    "nice",
                    f"--adjustment={AHEAD}",
                    "setpriv",
                    f"--reuid={owner}",
                    f"--regid={group}",
                    "--clear-groups",
                    "--",
                    *process.command,
                ],
                cwd=process.var,
                env={**_plain(), **variables(process)},
                stdin=subprocess.DEVNULL,
                stdout=buffered_writer,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._pidfile(host, process.name).write_text(str(popen.pid))


def check_possible() -> None:
    """Raises `NotHere` on a machine without root or without the programs."""
    if os.geteuid() != 0:
        raise NotHere("A cluster on one machine needs root: each of its hosts is a group of its own.")
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        raise NotHere(
            f"{', '.join(missing)} cannot be found here. On Debian, as root: apt-get install --no-install-"
            "recommends patroni python3-etcd etcd-server haproxy pgbouncer redis-sentinel nftables"
        )


def variables(process: Process) -> dict[str, str]:
    """Returns the variables in the file of a *process*, as systemd reads them."""
    if not process.environment:
        return {}
    lines = Path(process.environment).read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def until(condition: Callable[[], object], seconds: float) -> bool:
    """Waits for *condition*, for *seconds* at most; returns whether it holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def _plain() -> Mapping[str, str]:
    return {"PATH": os.environ["PATH"] + ":/usr/sbin", "LANG": "C.UTF-8", "TMPDIR": "/tmp"}


def _of_group(group: int) -> Iterator[int]:
    for status in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if status.stat().st_gid == group:
                yield int(status.name)


def _nft(rules: str) -> None:
    subprocess.run(["nft", "-f", "-"], input=rules, text=True, check=True)
