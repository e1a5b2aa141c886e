"""Breaking a cluster: what a fault does to whom, as the leaders stand."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress

from ops.cluster import state
from ops.cluster.local import Local, NotHere
from ops.shared.processes import tree


def leader(cluster: Local) -> str:
    """Kills everything on the host of the primary."""
    return _killed(cluster, _known(state.primary(cluster.inventory), "primary"))


def leader_frozen(cluster: Local) -> str:
    """Stops everything on the host of the primary, so that it neither answers nor hangs up."""
    host = _known(state.primary(cluster.inventory), "primary")
    cluster.signal(host, signal.SIGSTOP)
    return host


def leader_cut(cluster: Local) -> str:
    """Cuts the primary off from etcd and from its replicas, while clients still reach it."""
    host = _known(state.primary(cluster.inventory), "primary")
    inventory = cluster.inventory
    others = [one for one in (*inventory.having("etcd"), *inventory.having("postgres")) if one != host]
    cluster.cut(host, others)
    return host


def switchover(cluster: Local) -> str:
    """Ends Patroni on the host of the primary, as for an upgrade: the replica that confirms takes over."""
    host = _known(state.primary(cluster.inventory), "primary")
    os.kill(cluster.running(host, "patroni"), signal.SIGTERM)
    return host


def etcd_leader(cluster: Local) -> str:
    """Kills the etcd that leads."""
    return _killed(cluster, _known(state.etcd_leader(cluster.inventory), "leader of etcd"))


def replica(cluster: Local) -> str:
    """Kills the replica that confirms commits and loses its data: it is made anew."""
    host = _known(state.synchronous(cluster.inventory), "replica that confirms commits")
    _killed(cluster, host)
    shutil.rmtree(cluster.data / host / "var" / "patroni" / "postgres")
    return host


def pgbouncer(cluster: Local) -> str:
    """Kills the PgBouncer of the first proxy."""
    return _one(cluster, cluster.inventory.having("proxy")[0], "pgbouncer")


def haproxy(cluster: Local) -> str:
    """Kills the HAProxy of the first proxy."""
    return _one(cluster, cluster.inventory.having("proxy")[0], "haproxy")


def web(cluster: Local) -> str:
    """Kills everything on the first web host."""
    return _killed(cluster, cluster.inventory.having("web")[0])


def projector(cluster: Local) -> str:
    """Kills everything on the host of the projector that works."""
    return _killed(cluster, _known(state.projector(cluster.inventory), "projector that works"))


def redis_leader(cluster: Local) -> str:
    """Kills the Redis that is the master, and the Sentinel beside it."""
    return _killed(cluster, _known(state.redis_master(cluster.inventory), "master of Redis"))


FAULTS: Mapping[str, Callable[[Local], str]] = {
    "leader": leader,
    "leader-frozen": leader_frozen,
    "leader-cut": leader_cut,
    "switchover": switchover,
    "etcd-leader": etcd_leader,
    "replica": replica,
    "pgbouncer": pgbouncer,
    "haproxy": haproxy,
    "web": web,
    "projector": projector,
    "redis-leader": redis_leader,
}
"""Each fault by its name: it is made, and the host that it befalls is returned."""


def _known(host: str, name: str) -> str:
    if not host:
        raise NotHere(f"There is no {name} now: wait until `ops/do cluster status` shows one.")
    return host


def _killed(cluster: Local, host: str) -> str:
    cluster.signal(host, signal.SIGKILL)
    return host


def _one(cluster: Local, host: str, name: str) -> str:
    for pid in list(tree([cluster.running(host, name)])):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return host
