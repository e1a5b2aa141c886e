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
from tests.service.people import Api, Pair, Player
from tests.service.stores import on_both_stores

MATCHES = 5


@pytest.fixture
def other_process(settings: Settings) -> Iterator[Flask]:
    """A service on the same store."""
    app = create_app(settings)
    yield app
    services_of(app).close()


async def answer_together(front: Front, pairs: Sequence[Pair]) -> list[httpx.Response]:
    """Lets blue of each of *pairs* answer at the same moment."""
    transport = httpx.ASGITransport(front)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await asyncio.gather(
            *(
                client.post(
                    f"/matches/{pair.blue.match}/answers",
                    headers={"Authorization": f"Bearer {pair.blue.token}", "If-Match": '"5"'},
                    json={"picks": ["e1"]},
                )
                for pair in pairs
            )
        )


@on_both_stores
def test_a_conflict_in_a_group_fails_that_answer_alone(
    app: Flask, api: Api, services: Services, other_process: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [api.seats_a_pair() for _ in range(MATCHES)]
    rival = Pair(*(Player(Api(other_process), one.match, one.seat, one.token) for one in pairs[0]))
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
    replies = asyncio.run(answer_together(front, pairs))
    front.close()
    assert groups[0] > 1, "the first answer was not in a group"
    stale, *others = replies
    assert (stale.status_code, stale.json()["type"]) == (412, "/problems/stale")
    assert [reply.status_code for reply in others] == [201] * (MATCHES - 1)
    assert pairs[0].public.facts() == rival.public.facts()
    for pair, reply in zip(pairs[1:], others, strict=True):
        assert pair.blue.looks()["seq"] == reply.json()["facts"][-1]["seq"]
