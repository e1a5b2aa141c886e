"""A match with a delay and its organizers: their commands work at once, and tell them nothing that is new."""

from __future__ import annotations

from random import Random

import pytest

from service.bootstrap import Services
from tests.service.client import Api, Pair, Player, json_of
from tests.service.judges import api_token, disputes, judge, refused, says
from tests.service.matches.test_delay import LATER, begins, seated


@pytest.fixture
def played(api: Api) -> Pair:
    """A match with a delay that has gone on for longer than others may know."""
    pair, luck = seated(api, LATER), Random(56)
    for _ in range(4):
        pair.answer_by(luck)
    return pair


@pytest.fixture
def desk(played: Pair, services: Services) -> Player:
    """An organizer of that match."""
    return api_token(services, played, "organize", "desk-1")


def test_a_case_is_opened_and_the_reply_is_of_what_is_known(played: Pair, desk: Player) -> None:
    reply = says(desk, "/disputes", {"claim": "They are late."})
    filed = json_of(reply)
    assert reply.status_code == 201
    assert (filed["case"], filed["status"]) == (1, "open")
    assert (filed["seq"], filed["scene"]["seq"], filed["facts"]) == (begins(played),) * 2 + ([],)
    assert filed["receipt"] is None
    assert reply.headers["ETag"] == f'"{begins(played)}"'
    assert played.blue.facts()[-1]["event"]["type"] == "table.DisputeOpened"


def test_so_is_the_reply_to_a_pause(played: Pair, desk: Player) -> None:
    reply = says(desk, "/pause", {})
    assert (json_of(reply)["seq"], reply.headers["ETag"]) == (begins(played), f'"{begins(played)}"')
    assert played.blue.looks()["status"] == "paused"


def test_facts_that_are_not_known_yet_are_no_evidence(played: Pair, desk: Player) -> None:
    last = begins(played)
    for seq, sent in ((last + 1, {}), (last + 1, {"hash": "0" * 64}), (9_999, {})):
        reply = says(desk, "/disputes", {"claim": "This one.", "evidence": [{"seq": seq, **sent}]})
        assert refused(reply) == (
            422,
            "/evidence/0/seq",
            f"There is no fact {seq}: the record holds facts 1 to {last}.",
        )
    disputes(desk, "This one.", {"seq": last})
    disputes(played.blue, "And that one.", {"seq": last + 1})


def test_the_queue_points_to_no_such_fact(played: Pair, desk: Player, services: Services) -> None:
    last = begins(played)
    disputes(played.blue, "That one.", {"seq": last + 2})
    queue = f"/api/v1/disputes?min_position={services.store.position()}"
    [organized] = json_of(desk.api.get(queue, desk.token))["items"]
    assert (organized["claimed"], organized["played"]) == (last, None)
    [judged] = json_of(desk.api.get(queue, judge(services, played).token))["items"]
    assert (judged["claimed"] > last, judged["played"]) == (True, last + 2)
