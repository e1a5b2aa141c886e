"""The faults of a cluster: what breaks, on the hosts that lead at the moment."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress

from ops.cluster import state
from ops.cluster.inventory import Inventory
from ops.cluster.local import Local, NotHere
from ops.shared.processes import tree

Find = Callable[[Inventory], str]
"""Finds a host by its part in the cluster; "" for none."""


def freeze_primary(cluster: Local) -> str:
    """Stops all processes of the primary's host, so that connections stay open without replies."""
    host = _find(cluster, state.primary, "primary")
    cluster.signal(host, signal.SIGSTOP)
    return host


def cut_off_primary(cluster: Local) -> str:
    """Cuts the primary off from etcd and its replicas, but not from clients."""
    host, inventory = _find(cluster, state.primary, "primary"), cluster.inventory
    cluster.cut(
        host, [other for role in ("etcd", "postgres") for other in inventory.having(role) if other != host]
    )
    return host


def switch_over(cluster: Local) -> str:
    """Ends Patroni on the primary's host, as for an upgrade, so that the synchronous replica takes over."""
    host = _find(cluster, state.primary, "primary")
    os.kill(cluster.running(host, "patroni"), signal.SIGTERM)
    return host


def lose_replica(cluster: Local) -> str:
    """Kills the synchronous replica, and removes its data."""
    host = _kill(cluster, _find(cluster, state.synchronous, "replica that confirms commits"))
    shutil.rmtree(cluster.data / host / "var" / "patroni" / "postgres")
    return host


def kill_first_web_host(cluster: Local) -> str:
    """Kills all processes of the first web host."""
    return _kill(cluster, cluster.inventory.having("web")[0])


def _find(cluster: Local, find: Find, name: str) -> str:
    host = find(cluster.inventory)
    if not host:
        raise NotHere(f"There is no {name} now: wait until `ops/do cluster status` shows one.")
    return host


def _kill(cluster: Local, host: str) -> str:
    cluster.signal(host, signal.SIGKILL)
    return host


def _kill_leader(find: Find, name: str) -> Callable[[Local], str]:
    return lambda cluster: _kill(cluster, _find(cluster, find, name))


def _kill_on_first_proxy(program: str) -> Callable[[Local], str]:
    def kill(cluster: Local) -> str:
        host = cluster.inventory.having("proxy")[0]
        for pid in list(tree([cluster.running(host, program)])):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return host

    return kill


FAULTS: Mapping[str, Callable[[Local], str]] = {
    "leader": _kill_leader(state.primary, "primary"),
    "leader-frozen": freeze_primary,
    "leader-cut": cut_off_primary,
    "switchover": switch_over,
    "etcd-leader": _kill_leader(state.etcd_leader, "leader of etcd"),
    "replica": lose_replica,
    "pgbouncer": _kill_on_first_proxy("pgbouncer"),
    "haproxy": _kill_on_first_proxy("haproxy"),
    "web": kill_first_web_host,
    "projector": _kill_leader(state.projector, "projector that works"),
    "redis-leader": _kill_leader(state.redis_master, "master of Redis"),
}
"""Functions that make a fault, and return its host."""
