"""The clients of the bench: the lean one, and the bots in Python that play where there is no gcc."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ops.bench.clients import build_lean_client, playing
from ops.bench.http import APART
from ops.shared.processes import free_port, python, serving

PLAYED = {"answers", "answers/s", "p50", "p99", "looks", "client µs"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    free = free_port()
    command = python("service", "serve", "--port", free, "--workers", 1)
    env = {"RECOUNT_DATA": str(tmp_path_factory.mktemp("service")), **APART}
    with serving(command, env, f"http://127.0.0.1:{free}/readyz", silent=True):
        yield free


@pytest.mark.parametrize("build", [build_lean_client, lambda: None], ids=["lean", "python"])
def test_bots_give_as_many_answers_as_they_are_told(build: Callable[[], Path | None], port: int) -> None:
    with playing("recount", port, build=build) as client:
        first = client.play(answers=100)
        steady = client.play(seconds=0.5, rate=100)
    assert first.keys() == PLAYED
    assert first["answers"] == 100
    assert first["p50"] <= first["p99"]
    assert 0 < first["looks"] < 1
    assert 40 <= steady["answers"] <= 51
