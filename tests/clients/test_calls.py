"""Calls of the Python client: plain data, problems, pages, and requests that are sent again."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from recount_client import AsyncRecount, Call, Listing, Problem, Recount, Retries
from tests.browser.serving import Served

from .transports import AsyncLostReplies, LostReplies

OPEN = Call[dict[str, Any]]("POST", "/api/v1/matches", body={"game": "arena"})
MATCHES = Listing[dict[str, Any]]("GET", "/api/v1/matches", query={"limit": 2})


def test_a_refusal_is_a_problem_with_the_fields_that_are_wrong(desk: Recount) -> None:
    call = Call[Any]("POST", "/api/v1/matches", body={"game": "arena", "seats": "two"})
    with pytest.raises(Problem) as caught:
        desk.send(call)
    problem = caught.value
    assert (problem.status, problem.slug) == (422, "invalid")
    assert problem.type == "/api/v1/problems/invalid"
    assert [error["pointer"] for error in problem.errors] == ["/seats"]
    assert problem.errors[0]["detail"] in str(problem)
    assert problem.fix
    assert problem.fix == "Correct what “errors” lists; /api/v1/openapi.json describes the request."
    assert str(problem).endswith(problem.fix)


@pytest.mark.parametrize("scope", ["organize", None])
def test_a_match_whose_reply_was_lost_is_opened_once(
    desk: Recount, service: Served, tokens: dict[str, str], scope: str | None
) -> None:
    before, token = ids(desk), tokens[scope] if scope else ""
    network = LostReplies()
    with Recount(token=token, http=httpx.Client(base_url=service.url, transport=network)) as recount:
        opened = recount.send(OPEN)
    assert network.lost == 1
    assert ids(desk) - before == {opened["id"]}


def test_a_caller_repeats_a_call_by_its_own_key(desk: Recount) -> None:
    first = desk.request(OPEN, key="league-7")
    again = desk.request(OPEN, key="league-7")
    assert again.body == first.body
    assert again.headers["Idempotent-Replayed"] == "true"


def test_a_list_is_read_page_by_page(desk: Recount) -> None:
    opened = [desk.send(OPEN) for _ in range(5)]
    own_writes = {"limit": 2, "min_position": opened[-1]["position"]}
    matches = Listing[dict[str, Any]]("GET", "/api/v1/matches", query=own_writes)
    listed = [match["id"] for match in desk.each(matches)]
    assert len(listed) == len(set(listed))
    assert {match["id"] for match in opened} <= set(listed)


def test_the_asynchronous_client_does_the_same(desk: Recount, service: Served) -> None:
    network = AsyncLostReplies()

    async def opens() -> tuple[str, set[str]]:
        http = httpx.AsyncClient(base_url=service.url, transport=network)
        async with AsyncRecount(token=desk.token, http=http) as recount:
            opened = await recount.send(OPEN)
            with pytest.raises(Problem, match="404"):
                await recount.send(Call("GET", "/api/v1/matches/{match}", {"match": "M/../x"}))
            return opened["id"], {match["id"] async for match in recount.each(MATCHES)}

    before = ids(desk)
    opened, listed = asyncio.run(opens())
    assert network.lost == 1
    assert listed - before == {opened}


def ids(recount: Recount) -> set[str]:
    """Returns the ids of all matches."""
    *_, position = [0, *(fact["position"] for fact in recount.each(Listing[Any]("GET", "/api/v1/facts")))]
    everything = Listing[Any]("GET", "/api/v1/matches", query={"min_position": position})
    return {match["id"] for match in recount.each(everything)}


@pytest.mark.parametrize(
    ("status", "headers", "shortest", "longest"),
    [
        (503, {"Retry-After": "2"}, 2, 2.5),
        (429, {"Retry-After": "7"}, 7, 8.75),
        (409, {"Retry-After": "1"}, 1, 1.25),
        (502, {}, 0.2, 0.4),
    ],
)
def test_a_transient_refusal_is_repeated_when_it_says(
    status: int, headers: dict[str, str], shortest: float, longest: float
) -> None:
    delay = Retries().delay(1, httpx.Response(status, headers=headers))
    assert delay is not None
    assert shortest <= delay <= longest


@pytest.mark.parametrize(
    ("attempt", "status", "headers"),
    [(1, 422, {}), (1, 409, {}), (1, 201, {}), (1, 503, {"Retry-After": "60"}), (6, 503, {})],
)
def test_other_replies_are_final(attempt: int, status: int, headers: dict[str, str]) -> None:
    assert Retries().delay(attempt, httpx.Response(status, headers=headers)) is None
