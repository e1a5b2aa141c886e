"""The state of a cluster with its leaders and the processes that answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
from redis import RedisError
from redis.sentinel import Sentinel

from .inventory import Inventory
from .processes import Port

PATIENCE = 1.0
"""Time for a reply, in seconds."""

_http = httpx.Client(timeout=PATIENCE, verify=False, limits=httpx.Limits(max_keepalive_connections=0))


class Line(NamedTuple):
    """The state of a process on a host."""

    host: str
    what: str
    state: str


def lines(inventory: Inventory) -> Iterator[Line]:
    """Yields the state of each process."""
    leader = etcd_leader(inventory)
    for host in inventory.having("etcd"):
        yield Line(
            host,
            "etcd",
            "leader" if host == leader else _state(_answers(inventory, host, Port.etcd, "/health")),
        )
    members = postgres(inventory)
    for host in inventory.having("postgres"):
        one = members.get(host, {})
        state = f"{one.get('role', 'no member')}, {one.get('state', 'unknown')}"
        yield Line(host, "PostgreSQL", state + (f", {one['lag']} bytes behind" if one.get("lag") else ""))
    master = redis_master(inventory)
    for host in inventory.having("redis"):
        yield Line(host, "Redis", "master" if host == master else _state(redis_follows(inventory, host)))
    for host in inventory.having("proxy"):
        yield Line(host, "HAProxy", _state(_answers(inventory, host, Port.haproxy_status)))
    for host in inventory.having("web"):
        yield Line(host, "web", _state(_answers(inventory, host, Port.web, "/healthz")))
    works = projector(inventory)
    for host in inventory.having("projector"):
        state = _state(_answers(inventory, host, Port.projector, "/metrics"))
        yield Line(host, "projector", "works" if host == works else state)


def whole(inventory: Inventory) -> bool:
    """Returns whether all processes run, all replicas follow, and a projector works."""
    asked = (
        *((host, Port.etcd, "/health") for host in inventory.having("etcd")),
        *((host, Port.patroni, "/health") for host in inventory.having("postgres")),
        *((host, Port.http, "/healthz") for host in inventory.having("proxy")),
        *((host, Port.haproxy_status, "/") for host in inventory.having("proxy")),
        *((host, Port.web, "/healthz") for host in inventory.having("web")),
        *((host, Port.projector, "/metrics") for host in inventory.having("projector")),
    )
    return (
        postgres_whole(inventory)
        and redis_whole(inventory)
        and bool(projector(inventory))
        and all(_answers(inventory, host, port, path) for host, port, path in asked)
    )


def etcd_leader(inventory: Inventory) -> str:
    """Returns the leader of etcd; "" for none."""
    for host in inventory.having("etcd"):
        status = _json(f"{_at(inventory, host, Port.etcd)}/v3/maintenance/status", post={})
        if status and status.get("leader") == status["header"]["member_id"]:
            return host
    return ""


def postgres(inventory: Inventory) -> dict[str, dict[str, Any]]:
    """Returns Patroni's report on each member by host; empty without a reply."""
    for host in inventory.having("postgres"):
        if cluster := _json(f"{_at(inventory, host, Port.patroni)}/cluster"):
            return {one["name"]: one for one in cluster["members"]}
    return {}


def primary(inventory: Inventory) -> str:
    """Returns the host of the primary; "" for none."""
    members = postgres(inventory).items()
    return next((name for name, one in members if one["role"] == "leader" and one["state"] == "running"), "")


def synchronous(inventory: Inventory) -> str:
    """Returns the host of the synchronous replica; "" for none."""
    return next((name for name, one in postgres(inventory).items() if one["role"] == "sync_standby"), "")


def postgres_whole(inventory: Inventory) -> bool:
    """Returns whether PostgreSQL has a primary, a synchronous replica, and followers on one timeline."""
    members = postgres(inventory)
    roles = sorted(one["role"] for one in members.values() if one["state"] in ("running", "streaming"))
    timelines = {one.get("timeline") for one in members.values()}
    replicas = ["replica"] * (len(inventory.having("postgres")) - 2)
    return roles == ["leader", *replicas, "sync_standby"] and len(timelines) == 1


def sentinels(inventory: Inventory) -> Sentinel:
    """Returns a client of the Sentinels."""
    options: dict[str, Any] = {
        "password": inventory.passwords.redis,
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": PATIENCE,
    }
    hosts = [(address, int(Port.sentinel)) for address in inventory.addresses("redis")]
    return Sentinel(hosts, sentinel_kwargs=options, **options)  # type: ignore[no-untyped-call]


def redis_master(inventory: Inventory) -> str:
    """Returns the host of the Redis master; "" for none."""
    try:
        address, _ = sentinels(inventory).discover_master(inventory.name)  # type: ignore[no-untyped-call]
    except RedisError:
        return ""
    return next(name for name in inventory.having("redis") if inventory.hosts[name].address == address)


def redis_follows(inventory: Inventory, host: str) -> bool:
    """Returns whether the Redis on *host* follows the master."""
    try:
        found = sentinels(inventory).discover_slaves(inventory.name)  # type: ignore[no-untyped-call]
    except RedisError:
        return False
    return inventory.hosts[host].address in [address for address, _ in found]


def redis_whole(inventory: Inventory) -> bool:
    """Returns whether a Redis master answers and has all others as replicas."""
    master = redis_master(inventory)
    if not master:
        return False
    try:
        redis = sentinels(inventory).master_for(inventory.name)  # type: ignore[no-untyped-call]
        return bool(redis.info("replication")["connected_slaves"] == len(inventory.having("redis")) - 1)
    except RedisError:
        return False


def projector(inventory: Inventory) -> str:
    """Returns the host of the working projector; "" for none."""
    return next((host for host in inventory.having("projector") if _works(inventory, host)), "")


def _works(inventory: Inventory, host: str) -> bool:
    try:
        return "\nrecount_working 1.0\n" in _http.get(_at(inventory, host, Port.projector) + "/metrics").text
    except httpx.HTTPError:
        return False


def _state(up: bool) -> str:
    return "up" if up else "does not answer"


def _at(inventory: Inventory, host: str, port: Port) -> str:
    return f"http://{inventory.hosts[host].address}:{int(port)}"


def _answers(inventory: Inventory, host: str, port: Port, path: str = "/") -> bool:
    try:
        reply = _http.get(_at(inventory, host, port) + path)
    except httpx.HTTPError:
        return False
    return reply.is_success


def _json(url: str, post: object = None) -> Any:
    try:
        reply = _http.get(url) if post is None else _http.post(url, json=post)
        return reply.json() if reply.is_success else None
    except (httpx.HTTPError, ValueError):
        return None
