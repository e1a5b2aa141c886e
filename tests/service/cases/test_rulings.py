"""What a ruling does: notes, penalties, corrections, rewinds and results."""

from __future__ import annotations

from random import Random

import pytest

from domain import chance
from service.bootstrap import Services
from tests.service.client import Api, Pair, json_of
from tests.service.judges import (
    RULE,
    disputes,
    file,
    judge,
    listed,
    moves,
    refused,
    rules,
    says,
    sound,
    start_first_turn,
)


def test_a_correction_is_made_of_facts_that_name_their_case(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    before = pair.public.looks()
    disputes(pair.red, "We had two Victory Points.")
    whistle = judge(services, pair)
    reply = rules(whistle, outcome="correction", facts=["arena.VictoryPointsGained team=1 points=2 total=2"])
    assert reply.status_code == 201, reply.text
    ruled, gained = json_of(reply)["facts"]
    assert ruled["event"]["type"] == "table.Ruled"
    assert (gained["cause"], gained["rule"]) == (ruled["seq"], "case-1")
    after = pair.public.looks()
    assert after["board"] == before["board"] | {"points": [0, 2]}
    assert after["question"] == before["question"]
    [followed] = file(pair.public)["rulings"][0]["followed"]
    assert followed["seq"] == gained["seq"]
    assert "2 VP" in followed["text"]
    pair.play_out(Random(5))
    assert sound(pair)


@pytest.mark.parametrize(
    ("lines", "pointer", "sentence"),
    [
        (["arena.Healed who=ALA"], "/facts/0", "no fact is called “arena.Healed”"),
        (["table.MatchEnded winners=[0]"], "/facts/0", "no fact is called “table.MatchEnded”"),
        (["core.Resolved"], "/facts/0", "no fact is called “core.Resolved”"),
        (["arena.RoundBegan"], "/facts/0", "Missing required argument 'number'"),
        (["arena.RoundBegan number=2 loud=true"], "/facts/0", "it has no field “loud”, but number"),
        (["arena.RoundBegan number=two"], "/facts/0", "not a fact: “arena.RoundBegan number=two”"),
        (["arena.CharacterPlaced who=ZZZ at=e1"], "/facts/0", "speaks of what is not on this board ('ZZZ')"),
        (
            [
                "arena.VictoryPointsGained team=0 points=1 total=1",
                "arena.VictoryPointsLost team=0 points=0 total=1",
            ],
            "/facts/1",
            "changes nothing on the board",
        ),
        (
            ["arena.CharacterPlaced who=ALA at=e4", "arena.CharacterPlaced who=GAS at=e4"],
            "/facts",
            "No match comes to the board that this makes: 2 figures stand on e4.",
        ),
        (["arena.HealthRecovered who=ALA amount=90 hp=99"], "/facts", "ALA has 99 HP"),
    ],
)
def test_a_correction_that_no_match_comes_to_is_refused(
    pair: Pair, services: Services, lines: list[str], pointer: str, sentence: str
) -> None:
    start_first_turn(pair)
    before = disputes(pair.red)["scene"]
    reply = rules(judge(services, pair), outcome="correction", facts=lines)
    status, where, why = refused(reply)
    assert (status, where) == (422, pointer)
    assert sentence in why
    assert pair.red.looks()["board"] == before["board"]


def test_no_correction_while_an_effect_is_under_way(pair: Pair, services: Services) -> None:
    disputes(pair.red)  # Mickey is being set up
    line = "arena.VictoryPointsGained team=1 points=2 total=2"
    status, _, sentence = refused(rules(judge(services, pair), outcome="correction", facts=[line]))
    assert status == 409
    assert sentence.startswith("An effect is under way: rewind to the answer that began it")


def test_a_rewind_goes_on_from_an_earlier_fact_and_nothing_is_lost(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    back = pair.public.looks()
    left = moves(pair)
    disputes(pair.red, "That was not announced.", {"seq": left[0]["seq"]})
    reply = rules(judge(services, pair), outcome="rewind", to=back["seq"])
    assert reply.status_code == 201, reply.text
    now = pair.public.looks()
    assert now["board"] == back["board"]
    assert now["question"] == back["question"]
    assert now["seq"] > left[-1]["seq"]
    rewound = next(f["event"] for f in pair.public.facts() if f["event"]["type"] == "table.Rewound")
    assert (rewound["to"], rewound["position"], rewound["seed"]) == (back["seq"], None, None)
    assert [fact["seq"] for fact in pair.public.facts()] == [*range(1, now["seq"] + 1)]
    assert json_of(pair.public.get(f"/facts/{left[-1]['seq']}/scene"))["board"] != back["board"]
    assert file(pair.public)["dispute"]["evidence"][0]["left"] is True
    ended = pair.play_out(Random(6))["ended"]
    assert [chance.seed_commitment(seed) for seed in (*ended["earlier"], ended["seed"])] == [
        pair.public.facts()[0]["event"]["commitment"],
        rewound["commitment"],
    ]
    assert sound(pair)


def test_where_a_match_cannot_be_rewound_to(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    whistle, luck = judge(services, pair), Random(8)
    seq = pair.public.looks()["seq"]
    for _ in range(4):
        pair.answer_by(luck)
    disputes(pair.red)
    disputes(pair.red)
    happened = next(f for f in pair.public.facts() if f["event"]["type"] == "arena.RoundBegan")
    for to, problem, sentence in (
        (9999, (422, "/to"), "There is no fact 9999"),
        (happened["seq"], (409, ""), "is in the middle of an effect"),
    ):
        status, where, why = refused(rules(whistle, outcome="rewind", to=to))
        assert (status, where) == problem
        assert sentence in why
    assert rules(whistle, outcome="rewind", to=seq).status_code == 201
    status, _, why = refused(rules(whistle, 2, outcome="rewind", to=seq + 1))
    assert (status, why) == (409, f"Fact {seq + 1} is on a line that an earlier rewind has left.")


def test_a_result_ends_the_match_and_a_rewind_takes_it_up_again(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    whistle, back = judge(services, pair), pair.public.looks()
    disputes(pair.blue, "Red has left.")
    assert json_of(rules(whistle, outcome="result", winners=[0]))["scene"]["status"] == "over"
    assert pair.public.looks()["ended"]["winners"] == [0]
    assert listed(pair, services)["status"] == "over"
    disputes(pair.red, "I am back!")
    status, _, sentence = refused(rules(whistle, 2, outcome="result", winners=[]))
    assert (status, sentence) == (
        409,
        "The match is over: rewind it first, and then give it another result.",
    )
    assert rules(whistle, 2, outcome="rewind", to=back["seq"]).status_code == 201
    assert pair.public.looks()["question"] == back["question"]
    assert (listed(pair, services)["status"], listed(pair, services)["result"]) == ("playing", None)
    disputes(pair.red)
    assert json_of(rules(whistle, 3, outcome="result", winners=[]))["scene"]["ended"]["winners"] == []
    assert sound(pair)


def test_what_is_said_and_noted_disturbs_no_player(pair: Pair, services: Services) -> None:
    seen = pair.blue.looks()["seq"]
    disputes(pair.red)
    rules(judge(services, pair))
    says(pair.red, "/disputes/1/appeals", {"text": "No!"})
    assert pair.blue.answers("e1", after=seen).status_code == 201


def test_what_a_ruling_has_to_hold(pair: Pair, services: Services) -> None:
    whistle = judge(services, pair)
    disputes(pair.red)
    for ruling, pointer, sentence in (
        ({"outcome": "rewind"}, "/to", "A ruling with the outcome “rewind” needs its “to”."),
        ({"outcome": "result"}, "/winners", "needs its “winners”"),
        ({"outcome": "correction"}, "/facts", "needs its “facts”"),
        ({"outcome": "penalty", "seat": 1}, "/penalty", "needs its “penalty”"),
        ({"outcome": "penalty", "seat": 7, "penalty": "a warning"}, "/seat", "There are seats 0 to 1."),
        ({"outcome": "result", "winners": [0, 7]}, "/winners/1", "There are seats 0 to 1."),
        ({"to": 3}, "/to", "A ruling with the outcome “note” has no “to”."),
        ({"winners": []}, "/winners", "has no “winners”"),
        ({"rules": ["VI-101"]}, "/rules/0", "has no rule “VI-101”"),
        ({"outcome": "sorry"}, "/outcome", "Must be one of"),
        ({"text": ""}, "/text", "Length must be between"),
        ({"rules": []}, "/rules", "Length must be between"),
        ({"mood": "good"}, "/mood", "Unknown field"),
    ):
        status, where, why = refused(rules(whistle, **ruling))
        assert (status, where) == (422, pointer)
        assert sentence in why
    assert file(pair.red)["rulings"] == []


# -- rulings in one go -------------------------------------------------------------------------------


def test_a_judge_who_has_seen_it_all_corrects_in_one_go(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    whistle = judge(services, pair)
    line = "arena.VictoryPointsGained team=0 points=1 total=1"
    body = {"rules": [RULE], "text": "One was forgotten.", "facts": [line], "evidence": [{"seq": 5}]}
    reply = says(whistle, "/corrections", body)
    assert (reply.status_code, json_of(reply)["case"], json_of(reply)["status"]) == (201, 1, "ruled")
    assert reply.headers["Location"] == f"/api/v1/matches/{pair.blue.match}/disputes/1"
    assert [fact["event"]["type"].split(".")[1] for fact in json_of(reply)["facts"]] == [
        "DisputeOpened",
        "Ruled",
        "VictoryPointsGained",
    ]
    assert pair.public.looks()["board"]["points"] == [1, 0]
    assert file(pair.red)["dispute"]["by"] == "judge:judge-7f3a"


def test_a_judge_who_has_seen_it_all_rewinds_in_one_go(pair: Pair, services: Services) -> None:
    back = start_first_turn(pair).public.looks()
    moves(pair)
    reply = says(judge(services, pair), "/rewind", {"to": back["seq"], "rules": [RULE], "text": "Again."})
    assert reply.status_code == 201, reply.text
    assert pair.public.looks()["board"] == back["board"]
    assert sound(pair)


# -- the other game ----------------------------------------------------------------------------------


def test_a_case_of_villainous(api: Api, services: Services) -> None:
    pair, luck = api.seat_pair("villainous"), Random(9)
    while (
        pair.public.looks()["ply"] < 8
        or services.repository.load_match(pair.blue.match).match.position.running
    ):
        pair.answer_by(luck)
    whistle, before = judge(services, pair), pair.public.looks()
    disputes(pair.blue, "That cost me one Power too many.")
    power = before["board"]["realms"][0]["power"]
    line = f"villainous.PowerGained seat=0 amount=1 power={power + 1}"
    reply = rules(whistle, rules=["VI-042"], outcome="correction", facts=[line])
    assert reply.status_code == 201, reply.text
    assert pair.public.looks()["board"]["realms"][0]["power"] == power + 1
    assert file(pair.red)["rulings"][0]["rules"][0]["number"] == "VI-042"
    assert all(card for realm in whistle.looks()["board"]["realms"] for card in realm["hand"])
    pair.answer_by(luck)
    assert sound(pair)
