"""Calls of the Python client: plain data, problems, pages, and requests that are sent again."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from recount_client import Call, Problem, Recount, Retries

OPEN = Call[dict[str, Any]]("POST", "/api/v1/matches", body={"game": "arena"})


def test_a_refusal_is_a_problem_with_the_fields_that_are_wrong(desk: Recount) -> None:
    call = Call[Any]("POST", "/api/v1/matches", body={"game": "arena", "seats": "two"})
    with pytest.raises(Problem) as caught:
        desk.send(call)
    problem = caught.value
    assert (problem.status, problem.slug) == (422, "invalid")
    assert problem.type == "/api/v1/problems/invalid"
    assert [error["pointer"] for error in problem.errors] == ["/seats"]
    assert problem.errors[0]["detail"] in str(problem)
    assert problem.fix == "Correct what `errors` lists; /api/v1/openapi.json describes the request."
    assert str(problem).endswith(problem.fix)


def test_a_caller_repeats_a_call_by_its_own_key(desk: Recount) -> None:
    first = desk.request(OPEN, key="league-7")
    again = desk.request(OPEN, key="league-7")
    assert again.body == first.body
    assert again.headers["Idempotent-Replayed"] == "true"


def test_a_post_without_a_token_has_a_secret_for_its_repetitions() -> None:
    with httpx.Client(base_url="http://localhost") as http:
        first, second = (OPEN.request(http, "", "league-7").headers for _ in range(2))
        assert "Idempotency-Secret" not in OPEN.request(http, "a token", "league-7").headers
    assert len(first["Idempotency-Secret"]) >= 22
    assert first["Idempotency-Secret"] != second["Idempotency-Secret"]


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
