"""What if? Over HTTP: bots play on from an answer and from others, and the wins are told line by line."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.cases.test_judges import looks
from tests.service.client import Api, Json, Pair, Player, json_of, wait_for
from tests.service.evidence.test_verification import recorded
from tests.service.judges import judge
from tests.service.matches.test_agreements import does

LAST = (
    "arena chapter=1 edition=fr / play round=9 vp=12:11 turn=GAS left=m1a1 final order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=1 / A.ALA at=e3 hp=4 / B.ARI at=d5 hp=2 / B.GAS at=d4 hp=1 / "
    "A deck=SAM01,ALA02 hand=SAM03 / B deck=GAS01,GAS02 hand=ARI05"
)
"""The last turn of a match: red is one Victory Point behind, and Sam, with 1 HP, stands beside Gaston."""


@pytest.fixture
def pair(api: Api) -> Pair:
    """Blue and red before the last turn, which is red's; fact 3 is the last that there is."""
    opened = api.opens(**{"from": LAST})
    return Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))


@pytest.fixture
def lost(pair: Pair) -> Pair:
    """The two after red has ended the turn, and lost."""
    assert pair.red.answers("end").status_code == 201
    return pair


def lines(reply: TestResponse) -> list[Json]:
    """What a what-if told, line by line."""
    assert reply.status_code == 200, reply.text
    assert reply.mimetype == "application/x-ndjson"
    return [json.loads(line) for line in reply.text.splitlines()]


def problem(player: Player, what: str) -> Json:
    """The problem that a what-if ends in before it begins."""
    reply = player.get(what)
    assert reply.mimetype == "application/problem+json", reply.text
    return json_of(reply)


# -- told ----------------------------------------------------------------------------------------------


def test_a_turn_that_was_ended_instead_of_won_lost_the_match(lost: Pair) -> None:
    *progress, result = lines(lost.public.get("/facts/3/whatif?instead=attack:SAM&matches=4"))
    assert progress == [{"type": "progress", "played": played, "of": 8} for played in range(1, 9)]
    assert (result["type"], result["seat"], result["prompt"], result["about"]) == ("result", 1, "turn", "GAS")
    ended, attacked = result["continuations"]
    assert (ended["picks"], ended["given"], ended["chances"][1]["won"]) == (["end"], True, 0)
    assert (attacked["picks"], attacked["given"], attacked["chances"][1]["won"]) == (["attack:SAM"], False, 4)
    change = attacked["chances"][1]["change"]
    assert change["value"] == 1.0
    assert change["low"] > 0.25


def test_the_same_seed_tells_the_same(lost: Pair) -> None:
    once, again = (
        lines(lost.public.get("/facts/3/whatif?matches=2&bots=random&seed=cafe&instead=move:e5"))[-1]
        for _ in range(2)
    )
    assert once == again
    assert (once["seed"], once["bot"], once["matches"]) == ("cafe", "random", 2)


def test_several_other_answers_may_be_named(lost: Pair) -> None:
    asked = "/facts/3/whatif?matches=1&bots=random&instead=move:e5&instead=attack:ALA"
    picks = [one["picks"] for one in lines(lost.public.get(asked))[-1]["continuations"]]
    assert picks == [["end"], ["move:e5"], ["attack:ALA"]]


def test_it_is_told_of_villains_too(api: Api, services: Services) -> None:
    match = Player(api, recorded(services, {}, "villainous"))
    facts = [(fact["seq"], fact["event"]) for fact in match.facts()]
    asked = [seq for seq, event in facts if event["type"] == "core.Asked" and len(event["options"] or ()) > 1]
    result = lines(match.get(f"/facts/{asked[-1]}/whatif?matches=1&bots=random"))[-1]
    assert len(result["continuations"]) > 1
    assert all(len(one["chances"]) == 2 for one in result["continuations"])


def test_what_cannot_be_answered_is_the_fault_of_the_query_whatever_the_body_is_said_to_be(
    lost: Pair,
) -> None:
    reply = lost.public.get("/facts/3/whatif?instead=zzz", Content_Type="application/json")
    assert reply.status_code == 422
    assert [wrong["parameter"] for wrong in json_of(reply)["errors"]] == ["instead"]


# -- for whose eyes ----------------------------------------------------------------------------------


def test_while_it_is_going_on_it_is_for_a_judge_alone(api: Api, services: Services) -> None:
    pair = api.seat_pair()
    seq = pair.blue.looks()["seq"]
    assert pair.blue.answers("e1").status_code == 201
    for player in (*pair, pair.public):
        refused = problem(player, f"/facts/{seq}/whatif")
        assert (refused["status"], refused["type"]) == (403, "/api/v1/problems/not-yours")
        assert refused["detail"].startswith(f"Match {pair.blue.match} is not over: ")
    result = lines(judge(services, pair).get(f"/facts/{seq}/whatif?matches=1&bots=random&instead=f1"))[-1]
    assert [one["picks"] for one in result["continuations"]] == [["e1"], ["f1"]]
    assert looks(pair) == ["judge-7f3a"]


# -- refused in words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "status", "kind", "words"),
    [
        ("/facts/99/whatif", 404, "unknown-moment", "There is no fact 99"),
        (
            "/facts/4/whatif",
            409,
            "wrong-moment",
            "No question follows fact 4: the match is over.",
        ),
        (
            "/facts/1/whatif",
            409,
            "wrong-moment",
            "No question is open after fact 1; the next one is after fact 3.",
        ),
        ("/facts/3/whatif?instead=end", 409, "wrong-moment", "“end” is what was answered"),
        ("/facts/3/whatif?instead=attack:ARI", 422, "not-an-option", "“attack:ARI” cannot be chosen"),
        ("/facts/3/whatif?matches=0", 422, "invalid", ""),
        ("/facts/3/whatif?matches=201", 422, "invalid", ""),
        ("/facts/3/whatif?bots=clever", 422, "invalid", ""),
        ("/facts/3/whatif?depth=3", 422, "invalid", ""),
    ],
)
def test_what_cannot_be_asked(lost: Pair, what: str, status: int, kind: str, words: str) -> None:
    refused = problem(lost.public, what)
    assert (refused["status"], refused["type"]) == (status, f"/api/v1/problems/{kind}")
    assert words in refused["detail"]


def test_what_could_not_have_been_answered_is_told_with_its_rule(lost: Pair) -> None:
    refused = problem(lost.public, "/facts/3/whatif?instead=attack:ARI")
    assert refused["rule"] == "SA-907"
    assert "attack:SAM" in refused["options"]
    assert refused["errors"][0]["parameter"] == "instead"


# -- one after the other -----------------------------------------------------------------------------


@pytest.fixture
def endless(api: Api) -> Iterator[TestResponse]:
    """A what-if that takes long, for whole matches are played, heard up to its first line."""
    opened = api.opens(**{"from": LAST.replace("round=9 vp=12:11", "round=1 vp=0:0").replace(" final", "")})
    begun = Pair(api.seats(opened, 0, "Blue"), api.seats(opened, 1, "Red"))
    assert begun.red.answers("end").status_code == 201
    does(begun.blue, "concession")
    reply = begun.public.get("/facts/3/whatif?matches=200&instead=move:e5")
    assert json.loads(next(reply.iter_encoded()))["played"] == 1
    yield reply
    reply.close()


def players() -> set[int]:
    """The processes that this one has let play."""
    mine = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            state, parent, *_ = stat.read_text().rpartition(")")[2].split()
            name = stat.with_name("cmdline").read_text()
            if state != "Z" and int(parent) == os.getpid() and "service.history.whatif_process" in name:
                mine.add(int(stat.parent.name))
    return mine


def test_while_one_is_played_out_others_are_served(
    lost: Pair, endless: TestResponse, services: Services
) -> None:
    token = services.api_tokens.issue_token("club", ["read"]).token
    elsewhere = lost.public.get("/facts/3/whatif?matches=1&bots=random", Authorization=f"Bearer {token}")
    assert lines(elsewhere)[-1]["type"] == "result"


def test_nobody_lets_two_be_played_at_once(lost: Pair, endless: TestResponse) -> None:
    reply = lost.public.get("/facts/3/whatif?matches=1")
    assert (reply.status_code, json_of(reply)["type"]) == (503, "/api/v1/problems/busy")
    assert int(reply.headers["Retry-After"]) > 0


def test_it_ends_when_nobody_listens_any_more(lost: Pair, endless: TestResponse) -> None:
    playing = players()
    assert len(playing) == 1
    endless.close()
    wait_for(lambda: not any(Path(f"/proc/{pid}/fd/0").exists() for pid in playing), "nobody plays any more")
    assert lines(lost.public.get("/facts/3/whatif?matches=1&bots=random"))[-1]["type"] == "result"


def test_when_it_fails_that_is_what_the_last_line_says(lost: Pair, endless: TestResponse) -> None:
    for pid in players():
        os.kill(pid, signal.SIGKILL)
    *_, last = endless.iter_encoded()
    assert json.loads(last)["type"] == "failed"
    assert lines(lost.public.get("/facts/3/whatif?matches=1&bots=random"))[-1]["type"] == "result"
