"""Questions about a large round are answered by a job: a request only waits for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of, wait_for
from tests.service.stores import on_both_stores
from tests.service.tournaments.desk import LOSS, WIN, Desk

ASKED, PAIRED = 140, 300
"""More players than a request answers for, and more than it pairs."""


@pytest.fixture
def field(api: Api, services: Services) -> Desk:
    """A Swiss tournament about which a job answers questions."""
    return play_first_round(Desk.opens(api, services), ASKED)


def play_first_round(desk: Desk, players: int) -> Desk:
    """Plays the first round of a Swiss tournament, and pairs the second."""
    desk.registers(*(f"Player {number}" for number in range(players)))
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    tables = range(1, players // 2 + 1)
    desk.did("enter_results", stage=1, round=1, results=[{"table": table, "result": WIN} for table in tables])
    desk.did("close", stage=1, round=1)
    desk.did("pair", round=2)
    return desk


def opponents(field: Desk) -> tuple[str, str]:
    """Returns two players who met in round 1."""
    first, second = field.looks("/rounds/1?stage=1")["tables"][0]["seats"]
    return first, second


def why_not(field: Desk, round_: int, more: str = "") -> str:
    """Returns the address that tells why two players who met in round 1 do not meet in a round."""
    first, second = opponents(field)
    path = f"/api/v1/tournaments/{field.tournament}/rounds/{round_}/why-not"
    return f"{path}?player={first}&opponent={second}{more}"


def answer(ask: Callable[[], TestResponse]) -> Json:
    """Repeats a request until a job has answered it."""
    assert ask().status_code == 202
    wait_for(lambda: ask().status_code != 202, "a job answers")
    reply = ask()
    assert reply.status_code == 200, reply.text
    return json_of(reply)


@on_both_stores
def test_a_job_tells_why_two_do_not_meet_in_a_large_round(field: Desk) -> None:
    path = why_not(field, 2)
    reply = field.api.get(path, field.token)
    job = json_of(reply)
    assert (reply.status_code, job["kind"], reply.headers["Location"]) == (
        202,
        "why-not",
        f"/api/v1/jobs/{job['id']}",
    )
    view = answer(lambda: field.api.get(path, field.token))
    assert view["more"]["rematches"] == 1
    assert json_of(field.api.get(f"/api/v1/jobs/{job['id']}", field.token))["result"] == view
    assert field.api.get(path, "").status_code == 404, "before it is published, spectators learn nothing"
    assert field.api.get(path, field.tokens["Player 7"]).status_code == 404


def test_spectators_repeat_their_question_until_it_is_answered(field: Desk) -> None:
    field.did("publish", stage=1, round=2)
    path = why_not(field, 2, "&lang=fr")
    reply = field.api.get(path, "")
    assert (reply.status_code, reply.headers["Location"]) == (202, path)
    view = answer(lambda: field.api.get(path, ""))
    assert "à la ronde 1." in view["told"][0]


def test_a_job_tells_the_reach_of_a_correction_that_pairs_a_large_round_again(
    api: Api, services: Services
) -> None:
    field = play_first_round(Desk.opens(api, services), PAIRED)
    correction = {"type": "correct", "stage": 1, "round": 1, "table": 1, "result": LOSS, "why": "swapped"}
    path = f"/api/v1/tournaments/{field.tournament}/reach"
    assert field.api.post(path, correction, field.token).status_code == 200, "without a pairing it is short"
    view = answer(lambda: field.api.post(path, correction | {"effect": "pair"}, field.token))
    assert any(sentence.startswith("Round 2, Player") for sentence in view["told"])


def test_the_page_waits_for_the_answer(field: Desk, ada: Browser) -> None:
    field.did("publish", stage=1, round=2)
    first, second = opponents(field)
    page = f"/t/{field.tournament}/why-not?one={first}&other={second}&round=2"
    reply = ada.get(page)
    assert (reply.status_code, reply.headers["Refresh"]) == (200, "1")
    assert "The answer takes a while" in text(reply)
    wait_for(lambda: "Refresh" not in ada.get(page).headers, "the page shows the answer")
    assert "met Player" in text(ada.get(page))


def test_an_erased_name_leaves_the_answers_too(field: Desk, services: Services) -> None:
    job = json_of(field.api.get(why_not(field, 2), field.token))
    answer(lambda: field.api.get(why_not(field, 2), field.token))
    first, _ = opponents(field)
    services.erasure.erase_names(first)
    assert field.api.get(f"/api/v1/jobs/{job['id']}", field.token).status_code == 404
