"""Other answers and reviews of a finished recording, over random deals that agree with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from domain import table
from domain.decider import Illegal
from domain.model import Fact
from domain.table import WrongMoment
from domain.table.recordings.facts import Entered
from replays.analysis.decision_points import find_answer, require_alternatives
from service.app import services_of
from service.bootstrap import Services
from service.caches import LruCache
from service.history.api import review
from service.matches.opening import seeds
from service.settings import Settings
from tests.service.applications import serving
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match
from .test_twin_recordings import twin_of

ENTRIES = 16
MATCH = "0123456789AB"


def lines(reply: TestResponse) -> list[Json]:
    """Returns the lines of a stream."""
    assert reply.status_code == 200, reply.text
    return [json.loads(line) for line in reply.text.splitlines()]


@pytest.fixture
def scribe(api: Api) -> Scribe:
    return finish(Scribe(api, played_match("arena", 1)))


def finish(scribe: Scribe) -> Scribe:
    """Records the beginning of a match, which a player then concedes."""
    scribe.enter(last=ENTRIES)
    conceded = scribe.api.post(f"{scribe.path}/concession", {}, scribe.players[1].token)
    assert conceded.status_code == 201, conceded.text
    return scribe


def entered(facts: Sequence[Fact], prefix: str) -> int:
    """Returns the number of the first fact that is an entry with a pick of this kind."""
    return next(
        fact.seq
        for fact in facts
        if isinstance(fact.event, Entered) and any(pick.startswith(prefix) for pick in fact.event.picks)
    )


def test_bots_play_on_from_an_answer_in_a_random_deal_for_each_match(
    scribe: Scribe, services: Services
) -> None:
    seq = entered(scribe.facts(services), "play:")
    path = f"{scribe.path}/facts/{seq}/whatif"
    *progress, result = lines(scribe.api.get(f"{path}?matches=3&bots=random&seed=cafe&instead=end"))
    assert [line["played"] for line in progress] == [1, 2, 3, 4, 5, 6]
    given, ended = result["continuations"]
    assert (given["given"], ended["picks"]) == (True, ["end"])
    assert all(len(each["chances"]) == 2 for each in (given, ended))
    assert lines(scribe.api.get(f"{path}?matches=3&bots=random&seed=cafe&instead=end"))[-1] == result


def test_another_card_of_the_hand_is_played_in_deals_that_have_it(scribe: Scribe, services: Services) -> None:
    seq = entered(scribe.facts(services), "play:")
    own = {pick for entry in scribe.bodies for pick in entry["picks"] if pick.startswith("play:")}
    path = f"{scribe.path}/facts/{seq}/whatif?matches=2&bots=random&seed=cafe"
    played = set()
    for pick in own:
        reply = scribe.api.get(f"{path}&instead={pick}")
        if reply.status_code == 200:
            played.add(lines(reply)[-1]["continuations"][1]["picks"][0])
    assert len(played) > 1
    refused = scribe.api.get(f"{path}&instead=play:ZZZ01")
    assert (refused.status_code, json_of(refused)["errors"][0]["parameter"]) == (422, "instead")


def test_a_review_judges_each_entry_that_was_a_choice(scribe: Scribe, services: Services) -> None:
    *_, reviewed = lines(scribe.api.get(f"{scribe.path}/review"))
    facts = scribe.facts(services)
    numbers = {fact.seq for fact in facts if isinstance(fact.event, Entered)}
    assert len(numbers.intersection(answer["seq"] for answer in reviewed["answers"])) > 5
    assert reviewed["winners"] == [0]
    intervals = [high - low for answer in reviewed["answers"] for low, high in answer["after_intervals"]]
    assert 0 < min(intervals) <= max(intervals) <= 1


def test_people_play_on_from_a_random_deal_and_see_all_of_it_at_the_end(
    scribe: Scribe, services: Services
) -> None:
    seq, api = entered(scribe.facts(services), "play:"), scribe.api
    reply = api.post(f"{scribe.path}/forks", {"seq": seq})
    assert reply.status_code == 201, reply.text
    fork = json_of(reply)
    assert (fork["origin"], fork["origin_seq"], fork["dealt_at_random"]) == (scribe.match, seq, True)
    players = [api.seats(fork, seat, name) for seat, name in enumerate(("Ana", "Ben"))]
    question = players[0].looks()["question"]
    assert question["prompt"] == "turn"
    assert players[question["seat"]].answers(question["options"][0]).status_code == 201
    assert api.post(f"/api/v1/matches/{fork['id']}/concession", {}, players[0].token).status_code == 201
    everything = json_of(api.get(f"/api/v1/matches/{fork['id']}", X_Viewer="everything"))
    assert all(None not in summoner["hand"] for summoner in everything["board"]["summoners"])
    assert api.get(scribe.path, X_Viewer="everything").status_code == 403


def test_nothing_is_played_on_before_the_end_of_the_match(api: Api, services: Services) -> None:
    scribe = Scribe(api, played_match("arena", 1))
    scribe.enter(last=ENTRIES)
    seq = entered(scribe.facts(services), "play:")
    judge = services.api_tokens.issue_token("judge", ["judge"]).token
    for token in ("", scribe.token, scribe.players[0].token, judge):
        for path in (f"/facts/{seq}/whatif", "/review", f"/review/{seq}/line"):
            refused = api.get(f"{scribe.path}{path}", token)
            assert refused.status_code == 403, refused.text
            assert "Nobody has seen" in json_of(refused)["detail"]
        assert api.post(f"{scribe.path}/forks", {"seq": seq}, token).status_code == 403


def read(data: Path, facts: list[Fact], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Stores a finished record in a service of its own, and reads what is imagined of it."""
    monkeypatch.setattr(review, "_reviews", LruCache[bytes](4))
    monkeypatch.setattr(seeds, "server_seed", lambda: "the same seed")
    with serving(Settings(data=data)) as app:
        services, api, path = services_of(app), Api(app), f"/api/v1/matches/{MATCH}"
        rules = played_match("arena", 1).match.rules
        services.repository.store_cards(services.library.find_cards("arena"))
        services.repository.commit_facts(MATCH, rules, table.fold(rules, facts), facts)
        seqs = [fact.seq for fact in facts if isinstance(fact.event, Entered)]
        doors = [f"/facts/{seq}/whatif?matches=2&bots=random&seed=cafe" for seq in seqs[3::4]]
        replies = {door: read_door(api, f"{path}{door}") for door in (*doors, "/review")}
        for answer in json.loads(replies["/review"].splitlines()[-1])["answers"]:
            picks = "&".join(f"answer={'%20'.join(reply['picks'])}" for reply in answer["line"][:1])
            for world in (answer["world"], 9, 30):
                door = f"/review/{answer['seq']}/line?world={world}&{picks}"
                replies[door] = read_door(api, f"{path}{door}")
        return replies | fork_positions(services, api, path, seqs[2::3])


def fork_positions(services: Services, api: Api, path: str, seqs: Sequence[int]) -> dict[str, str]:
    """Returns the positions from which forks go on."""
    positions = {}
    for seq in seqs:
        reply = api.post(f"{path}/forks", {"seq": seq})
        assert reply.status_code == 201, reply.text
        assert json_of(reply)["dealt_at_random"] is True
        opened = services.repository.load_settings(json_of(reply)["id"])
        positions[f"fork {seq}"] = f"{opened.source} {opened.position} {opened.told}"
    return positions


def read_door(api: Api, door: str) -> str:
    """Returns the status and the text of a reply, to the end of its stream."""
    reply = api.get(door)
    return f"{reply.status_code} {reply.text}"


def test_the_deal_of_the_record_has_no_influence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = played_match("arena", 1).match.rules
    with serving(Settings(data=tmp_path / "record")) as app:
        facts = finish(Scribe(Api(app), played_match("arena", 1))).facts(services_of(app))
    original = read(tmp_path / "one", facts, monkeypatch)
    twin = read(tmp_path / "other", twin_of(rules, facts), monkeypatch)
    assert len([reply for reply in original.values() if reply.startswith("200 ")]) > 15
    assert {door: (original[door], twin[door]) for door in original if original[door] != twin[door]} == {}


def test_an_answer_that_some_hand_allows_is_never_called_against_a_rule(
    scribe: Scribe, services: Services
) -> None:
    """The list of answers says so too; for some, no deal has the cards of both answers in the hand."""
    replay = services.repository.load_replay(scribe.match)
    illegal, sentences = 0, set[str]()
    for seq in (fact.seq for fact in replay.facts if isinstance(fact.event, Entered) and fact.event.picks):
        listed = json_of(scribe.api.get(f"{scribe.path}/facts/{seq}/options"))
        if not listed["question"] or listed["question"]["sight"] != "hand":
            continue
        for choice in listed["choices"]:
            try:
                require_alternatives(replay.rules, find_answer(replay, seq), [(choice["pick"],)])
            except Illegal:
                assert choice["legality"] == "illegal"
                illegal += 1
            except WrongMoment as refusal:
                sentences.add(str(refusal))
    assert illegal
    assert "No deal was found in which “play:ARI05” can be answered after fact 126." in sentences
