"""Answers that the event loop commits together: one that another process forestalled fails alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import httpx
import pytest
from flask import Flask

from service.app import create_app, services_of
from service.bootstrap import Services
from service.serving.application import Front
from service.settings import Settings
from tests.service.client import Api, Pair, Player
from tests.service.stores import on_both_stores

MATCHES = 5


@pytest.fixture
def other_process(settings: Settings) -> Iterator[Flask]:
    """A service on the same store."""
    app = create_app(settings)
    yield app
    services_of(app).close()


def seat_apart(api: Api, services: Services) -> list[Pair]:
    """Returns pairs in matches with a lock each: where two share one, an answer waits for the other."""
    pairs = dict[int, Pair]()
    while len(pairs) < MATCHES:
        pair = api.seat_pair()
        pairs[id(services.repository.match_lock(pair.blue.match))] = pair
    return [*pairs.values()]


async def answer_together(front: Front, group: Any, pairs: Sequence[Pair]) -> list[httpx.Response]:
    """Lets blue of each of *pairs* answer; the *group* commits nothing until all answers wait for it."""
    transport = httpx.ASGITransport(front)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        with group._lock:
            answers = [
                asyncio.ensure_future(
                    client.post(
                        f"/api/v1/matches/{pair.blue.match}/answers",
                        headers={"Authorization": f"Bearer {pair.blue.token}", "If-Match": '"5"'},
                        json={"picks": ["e1"]},
                    )
                )
                for pair in pairs
            ]
            while len(group._queue) < len(pairs):
                done, _ = await asyncio.wait(answers, timeout=0.001)
                assert not done, "an answer did not wait for the group"
        return await asyncio.gather(*answers)


@on_both_stores
def test_a_conflict_in_a_group_fails_that_answer_alone(
    app: Flask, api: Api, services: Services, other_process: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = seat_apart(api, services)
    api.seat_pair().blue.answers(
        "e1"
    )  # each kind of fact has its number now, for which an answer would wait alone
    rival = Pair(*(Player(Api(other_process), one.match, one.seat, one.token) for one in pairs[0]))
    # A sealing that waits for the lock of the group, which the test holds, would hold up the answers.
    monkeypatch.setattr("service.evidence.service.Evidence.seal_heads", lambda evidence: 0)
    recorder: Any = services.store.recorder
    write, groups = recorder._group._commit, list[int]()

    def commit(group: Sequence[Any]) -> Any:
        groups.append(len(group))
        if len(groups) == 1:
            with ThreadPoolExecutor(1) as thread:
                thread.submit(rival.answer_by, Random(1)).result()
        return write(group)

    monkeypatch.setattr(recorder._group, "_commit", commit)
    front = Front(app)
    replies = asyncio.run(answer_together(front, recorder._group, pairs))
    front.close()
    assert groups[0] == MATCHES
    stale, *others = replies
    assert (stale.status_code, stale.json()["type"]) == (412, "/api/v1/problems/stale")
    assert [reply.status_code for reply in others] == [201] * (MATCHES - 1)
    assert pairs[0].public.facts() == rival.public.facts()
    for pair, reply in zip(pairs[1:], others, strict=True):
        assert pair.blue.looks()["seq"] == reply.json()["facts"][-1]["seq"]
