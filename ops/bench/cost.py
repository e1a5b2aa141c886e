"""The cost of one answer: microseconds of processor time, layer by layer, in one real worker on each store.

Bots play 32 matches flat out, so an answer has its looks with it, and what is shared is shared. Views are
kept up by a process of their own, as they are by default. Timing itself costs about a microsecond a layer
and a switch of greenlets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from urllib.request import urlopen

import msgspec

from ops.load import processes

from . import children, http
from .costed import PROCESS
from .figure import Figure
from .ground import Ground
from .lean.clients import playing
from .rounds import Reading, side_by_side

WARMING, SECONDS = 2.0, 6.0
"""How long is played in a round before it is measured, and while it is."""
DATABASES = {"postgres": "PostgreSQL", "redis-server": "Redis"}
"""The servers beside the service, by the programs that they are."""
ALL = "all processes of the service"


def measure(ground: Ground) -> list[Figure]:
    """Measures what each layer costs an answer, dearest first, and all of them together."""
    with ground.directory() as directory, ground.postgres.database() as database:
        file = {"RECOUNT_DATA": str(directory / "one")}
        server = {"RECOUNT_DATA": str(directory / "two"), "REDIS_URL": ground.redis_url, **database}
        found = side_by_side(ground.rounds, lambda: _costs(file), lambda: _costs(server))
    return [
        Figure(f"an answer on {store}: {layer}", cost, "µs")
        for store, costs in zip(("SQLite", "PostgreSQL + Redis"), found, strict=True)
        for layer, cost in sorted(costs.items(), key=lambda one: -one[1])
        if cost >= 1
    ]


def _costs(env: Mapping[str, str]) -> Reading:
    """Plays a round; returns the microseconds that an answer in it has cost, by layer and as a whole."""
    port = http.free_port()
    address = f"http://127.0.0.1:{port}"
    command = children.python("ops.bench.costed", port)
    env = {"RECOUNT_LOG": "json", "RECOUNT_RUNNER": "apart", **http.UNLIMITED, **env}
    with (
        http.serving(command, env, f"{address}/readyz", silent=True) as service,
        playing("recount", port) as client,
    ):

        def spent() -> Counter[str]:
            with urlopen(f"{address}/costs") as reply:
                told = Counter(msgspec.json.decode(reply.read(), type=dict[str, int]))
            servers = {name: processes.programs(program) for program, name in DATABASES.items()}
            servers[ALL] = [service.pid]
            return told + Counter({name: int(1e9 * processes.busy(pids)) for name, pids in servers.items()})

        client.play(WARMING)
        before = spent()
        given = client.play(SECONDS)["answers"]
        after = spent()
    after.subtract(before)
    views = after[ALL] - after.pop(PROCESS)
    fields = {**after, "the process of the views": views}
    return Counter({layer: cost / 1000 / given for layer, cost in fields.items()})
