"""The cost of one answer: microseconds of processor time, layer by layer, in a real worker on SQLite.

One client answers for both seats, one answer after the other, so nothing is shared among answers: under load
views and wake-ups cost less an answer. Timing itself costs about a microsecond a layer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import msgspec

from replays.answering import guess

from . import children, http, sample
from .bots import Opened, Seen, Taken
from .costed import PROCESS
from .figure import Figure
from .ground import Ground
from .rounds import medians
from .wire import Wire

ANSWERS = 400
"""How many answers are given in a round."""
UNIT = "µs"


def measure(ground: Ground) -> list[Figure]:
    """Measures what each layer costs an answer, dearest first, and all of them together."""
    readings: list[dict[str, float]] = []
    with ground.directory() as directory:
        port = http.free_port()
        env = {
            "RECOUNT_DATA": str(directory),
            "RECOUNT_LOG": "json",
            "RECOUNT_RUNNER": "on",
            **http.UNLIMITED,
        }
        command = children.python("ops.benchmarks.costed", port)
        with http.serving(command, env, f"http://127.0.0.1:{port}/readyz", silent=True):
            readings = [asyncio.run(_costs(port, seed)) for seed in range(ground.rounds + 1)][1:]
    layers = {name for reading in readings for name in reading}
    found = medians([{name: reading.get(name, 0.0) for name in layers} for reading in readings])
    ranked = sorted(found.items(), key=lambda one: -one[1])
    return [Figure(f"an answer: {layer}", cost, UNIT) for layer, cost in ranked]


async def _costs(port: int, seed: int) -> dict[str, float]:
    """Plays a round; returns the microseconds that an answer in it has cost, by layer and as a whole."""
    wire, luck = await Wire.to(port), Random(seed)
    spent, given = Counter[str](), 0
    spent.subtract(await _ask(wire, "GET", "/costs", b"", dict[str, int]))
    while given < ANSWERS:
        match, tokens = await _open(wire)
        wire.token = tokens[0]
        seen = await _ask(wire, "GET", f"/matches/{match}", b"", Seen)
        while (asked := seen.question) is not None and given < ANSWERS:
            if wire.token != tokens[asked.seat]:
                wire.token = tokens[asked.seat]
                seen = await _ask(wire, "GET", f"/matches/{match}", b"", Seen)
                continue
            picks = msgspec.json.encode({"picks": guess(asked, luck)})
            seen = await _ask(wire, "POST", f"/matches/{match}/answers", picks, Seen, seen.seq)
            given += 1
    spent.update(await _ask(wire, "GET", "/costs", b"", dict[str, int]))
    wire.close()
    whole = spent.pop(PROCESS)
    costs = {"all of it": whole, "gunicorn, gevent, threads": whole - sum(spent.values()), **spent}
    return {layer: cost / 1000 / given for layer, cost in costs.items() if cost}


async def _open(wire: Wire) -> tuple[str, list[str]]:
    wire.token = ""
    wanted = msgspec.json.encode({"game": sample.ARENA.NAME, "options": sample.OPTIONS})
    opened = await _ask(wire, "POST", "/matches", wanted, Opened)
    tokens = []
    for seat, wire.token in enumerate(opened.claims):
        player = msgspec.json.encode({"player": f"bot-{seat}"})
        path = f"/matches/{opened.match}/seats/{seat}/claim"
        tokens.append((await _ask(wire, "POST", path, player, Taken)).token)
    return opened.match, tokens


async def _ask(wire: Wire, method: str, path: str, body: bytes, shape: Any, seq: int = 0) -> Any:
    reply = await wire.ask(method, path, body, seq)
    if reply.status not in (200, 201):
        raise RuntimeError(f"the service answered {reply.status}: {reply.body.decode()}")
    return msgspec.json.decode(reply.body, type=shape)
