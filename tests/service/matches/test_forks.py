"""Forks: anyone plays on from a match that is over, and a judge from one that is not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from service.bootstrap import Services
from tests.service.cases.test_judges import looks
from tests.service.client import Api, Json, Pair, Player, json_of, seat_names
from tests.service.judges import disputes, judge, moves, rules, start_first_turn
from tests.service.matches.test_streams import facts_of, listen


@pytest.fixture
def over(pair: Pair) -> Pair:
    """Blue and red, after their match."""
    pair.play_out(Random(61))
    return pair


def fork(player: Player, seq: int) -> Json:
    """Opens a fork of the match of *player*."""
    reply = player.api.post(f"/api/v1/matches/{player.match}/forks", {"seq": seq}, player.token)
    assert reply.status_code == 201, reply.text
    assert reply.headers["Location"] == f"/api/v1/matches/{json_of(reply)['id']}"
    return json_of(reply)


def problem(player: Player, seq: object) -> tuple[int, str, str]:
    """The status, kind and words with which a fork is refused."""
    reply = player.api.post(f"/api/v1/matches/{player.match}/forks", {"seq": seq}, player.token)
    return reply.status_code, json_of(reply)["type"], json_of(reply)["detail"]


def seated(api: Api, opened: Json, *names: str) -> Pair:
    """The players of a fork, at the table."""
    return Pair(*(api.seats(opened, seat, name) for seat, name in enumerate(names)))


def questions(player: Player) -> list[int]:
    """After which facts somebody was asked, between two effects."""
    facts = player.facts()
    return [
        fact["seq"]
        for fact, then in pairwise(facts)
        if fact["event"]["type"] == "core.Resolved" and then["event"]["type"] == "core.Answered"
    ]


def amid(player: Player) -> list[int]:
    """After which facts somebody was asked in the midst of an effect."""
    return [fact["seq"] for fact in player.facts() if fact["event"]["type"] == "core.Asked"]


# -- played on ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("moments", [questions, amid])
def test_a_fork_goes_on_from_where_the_match_stood(
    over: Pair, moments: Callable[[Player], list[int]], api: Api
) -> None:
    seq = moments(over.public)[2]
    opened = fork(over.public, seq)
    assert (opened["origin"], opened["origin_seq"]) == (over.blue.match, seq)
    played = seated(api, opened, "Ada", "Grace")
    for here, there in zip(played, over, strict=True):
        then, now = json_of(there.get(f"/facts/{seq}/scene")), here.looks()
        assert now["board"] == then["board"]
        assert now["question"] == then["question"]
    end = played.play_out(Random(62))
    assert end["status"] == "over"
    audit = json_of(played.public.get("/verification"))
    assert (audit["ok"], audit["difference"]) == (True, None)


def test_it_says_of_which_match_it_is_a_fork(over: Pair, api: Api, services: Services) -> None:
    seq = questions(over.public)[3]
    opened = fork(over.public, seq)
    study = Player(api, opened["id"])
    first = study.facts()[0]["event"]
    assert (first["origin"], first["origin_seq"], first["origin_head"]) == (
        over.blue.match, seq, opened["origin_head"],
    )  # fmt: skip
    entries = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    for view in (study.looks(), next(entry for entry in entries if entry["id"] == opened["id"])):
        assert (view["study"], view["origin"], view["origin_seq"]) == (True, over.blue.match, seq)
    assert over.public.looks()["origin"] is None


def test_the_hash_it_names_is_the_one_a_player_has_a_receipt_for(pair: Pair) -> None:
    receipt = json_of(pair.blue.answers("e1"))["receipt"]
    pair.play_out(Random(63))
    assert fork(pair.public, receipt["seq"])["origin_head"] == receipt["head"]


def test_it_is_played_with_all_that_the_match_was_played_with(api: Api) -> None:
    opened = api.opens(options={"chapter": 4, "edition": "it"})
    pair = seated(api, opened, "Blue", "Red")
    pair.play_out(Random(64))
    for seq in (questions(pair.public)[0], amid(pair.public)[0], questions(pair.public)[-1]):
        made = fork(pair.public, seq)
        mine, theirs = (player.facts()[0]["event"] for player in (pair.public, Player(api, made["id"])))
        for pin in ("game", "version", "options", "seats", "cards"):
            assert theirs[pin] == mine[pin]
        assert theirs["commitment"] == made["commitment"] != mine["commitment"]


def test_in_the_midst_of_things_it_goes_on_from_the_next_question(over: Pair) -> None:
    first, second = questions(over.public)[:2]
    asked = [seq for seq in (*amid(over.public), second) if seq > first]
    assert fork(over.public, first + 1)["origin_seq"] == min(asked)
    assert fork(over.public, 1)["origin_seq"] == 5


def test_one_may_play_it_alone(over: Pair, api: Api) -> None:
    alone = seated(api, fork(over.public, questions(over.public)[-1]), "Ada", "Ada")
    assert seat_names(alone.blue.looks()) == ["Ada", "Ada"]
    assert alone.play_out(Random(65))["status"] == "over"


def test_a_fork_is_forked(over: Pair, api: Api) -> None:
    study = seated(api, fork(over.public, amid(over.public)[2]), "Ada", "Grace")
    study.play_out(Random(66))
    again = seated(api, fork(study.public, 4), "Ada", "Grace")
    assert again.public.looks()["origin"] == study.blue.match
    again.play_out(Random(67))
    assert json_of(again.public.get("/verification"))["ok"] is True


def test_the_line_that_a_rewind_has_left_is_forked_as_well_as_the_new_one(
    pair: Pair, services: Services, api: Api
) -> None:
    back = start_first_turn(pair).public.looks()
    left = moves(pair)[-1]["seq"]
    disputes(pair.red)
    assert rules(judge(services, pair), outcome="rewind", to=back["seq"]).status_code == 201
    new = pair.public.looks()["seq"]
    pair.play_out(Random(70))
    for seq in (left, new):
        study = seated(api, fork(pair.public, seq), "Ada", "Grace")
        assert study.public.looks()["board"] == json_of(pair.public.get(f"/facts/{seq}/scene"))["board"]
        study.play_out(Random(71))
        assert json_of(study.public.get("/verification"))["ok"] is True


def test_a_stream_of_a_fork_ends_when_a_rewind_lets_its_origin_go_on(
    over: Pair, services: Services, api: Api
) -> None:
    study = seated(api, fork(over.public, amid(over.public)[2]), "Ada", "Grace")
    line = facts_of(listen(study.public))
    heard = [next(line) for _ in study.public.facts()]
    disputes(over.red)
    back = rules(judge(services, over), outcome="rewind", to=questions(over.public)[-1])
    assert back.status_code == 201, back.text
    assert study.answer_by(Random(72)) is not None
    assert list(line) == []
    assert heard[-1]["seq"] < study.blue.looks()["seq"]
    assert study.public.get("/facts", Accept="text/event-stream").status_code == 403


# -- what one may not see cannot be forked -----------------------------------------------------------


def test_while_it_is_going_on_no_player_and_no_spectator_forks_it(pair: Pair, services: Services) -> None:
    seq, before = pair.blue.looks()["seq"], services.store.position()
    for player in (pair.blue, pair.red, pair.public):
        status, kind, words = problem(player, seq)
        assert (status, kind) == (403, "/api/v1/problems/not-yours")
        assert words.startswith(f"Match {pair.blue.match} is not over: ")
        assert "hidden" in words
    assert services.store.position() == before


def test_a_judge_does_and_that_is_in_the_record(pair: Pair, services: Services, api: Api) -> None:
    seq = pair.blue.looks()["seq"]
    played = seated(api, fork(judge(services, pair), seq), "Judge", "Judge")
    assert looks(pair) == ["judge-7f3a"]
    assert played.blue.looks()["board"] == json_of(pair.blue.get(f"/facts/{seq}/scene"))["board"]


def test_a_judges_fork_is_no_way_into_the_match(pair: Pair, services: Services, api: Api) -> None:
    """What is played there may tell what lies hidden in the match that is going on: nobody else looks on."""
    study = seated(api, fork(judge(services, pair), pair.blue.looks()["seq"]), "Judge", "Judge")
    refused = study.public.get("")
    assert refused.status_code == 403
    assert (
        json_of(refused)["detail"]
        == f"This study goes on from match {pair.blue.match}, which is not over yet."
    )
    pair.play_out(Random(69))
    study.play_out(Random(68))
    assert fork(study.public, 4)["origin"] == study.blue.match


def test_nor_is_it_listed_until_that_match_is_over(pair: Pair, services: Services, api: Api) -> None:
    study = seated(api, fork(judge(services, pair), pair.blue.looks()["seq"]), "Judge", "Judge")
    services.agreements.concede_match(study.blue.match, study.blue.token)
    again = fork(judge(services, study), 4)["id"]

    def listed() -> set[str]:
        page = api.get(f"/api/v1/matches?min_position={services.store.position()}")
        return {entry["id"] for entry in json_of(page)["items"]}

    assert listed() == {pair.blue.match}
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    assert listed() == {pair.blue.match, study.blue.match, again}


def test_where_a_fork_begins_is_told_to_nobody_at_its_table(over: Pair, api: Api) -> None:
    played = seated(api, fork(over.public, amid(over.public)[0]), "Ada", "Grace")
    for player in (*played, played.public):
        first = player.facts()[0]["event"]
        assert (first["position"], first.get("told", [])) == (None, [])
        assert "deck=" not in player.get("/facts/1/scene").text


# -- refused in words --------------------------------------------------------------------------------


def test_a_fact_that_is_not_there(over: Pair) -> None:
    last = over.public.looks()["seq"]
    status, kind, words = problem(over.public, last + 1)
    assert (status, kind) == (404, "/api/v1/problems/unknown-moment")
    assert words == f"There is no fact {last + 1}: the record holds facts 1 to {last}."


def test_a_fact_after_which_nobody_is_asked(over: Pair) -> None:
    last = over.public.looks()["seq"]
    status, kind, words = problem(over.public, last)
    assert (status, kind) == (409, "/api/v1/problems/wrong-moment")
    assert words == f"No question follows fact {last}: the match is over."


@pytest.mark.parametrize("seq", [0, -1, "4", 2.5, None])
def test_what_is_no_number_of_a_fact(over: Pair, seq: object) -> None:
    assert problem(over.public, seq)[:2] == (422, "/api/v1/problems/invalid")


def test_a_match_that_is_not_there(api: Api) -> None:
    assert problem(Player(api, "1NG2V9SR8ZY8"), 4)[:2] == (404, "/api/v1/problems/unknown-match")
