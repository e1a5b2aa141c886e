"""A scribe enters a match at a real table, and the service derives its facts."""

from __future__ import annotations

import pytest

from domain import decider, table
from domain.model import SPECTATOR
from domain.table import TableFact
from domain.table.recordings.commands import is_signed
from domain.table.recordings.facts import Entered
from replays.audits.verify import verify
from service.bootstrap import Services
from tests.service.client import Api, Player, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    return Scribe(api, played_match())


@pytest.mark.parametrize(("game", "seed"), [("arena", 4), ("villainous", 3)])
def test_a_whole_match_is_recorded_with_the_facts_that_the_table_saw(
    api: Api, services: Services, game: str, seed: int
) -> None:
    scribe = Scribe(api, played_match(game, seed))
    reply = scribe.enter()
    assert reply["question"] is None
    facts = scribe.facts(services)
    rules = scribe.played.match.rules
    stored = [fact.event for fact in facts if not isinstance(fact.event, TableFact)]
    original = [decider.redact_fact(rules, fact, SPECTATOR).event for fact in scribe.played.match.facts]
    assert [*map(type, stored)] == [*map(type, original)]
    assert isinstance(facts[-1].event, table.MatchEnded)
    verdict = verify(rules, facts)
    assert verdict.ok, verdict.difference
    assert verdict.facts == len(facts)


def test_entries_come_in_batches_and_each_once(scribe: Scribe, services: Services) -> None:
    first = json_of(scribe.send(scribe.bodies[:10], 0))
    assert [entry["number"] for entry in first["entries"]] == [*range(1, len(first["entries"]) + 1)]
    stored = scribe.facts(services)
    again = json_of(scribe.send(scribe.bodies[: first["last"]], 0))
    assert [entry["seq"] for entry in again["entries"]] == [entry["seq"] for entry in first["entries"]]
    assert again["receipt"] is None
    assert scribe.facts(services) == stored
    overlapping = json_of(
        scribe.send(scribe.bodies[first["last"] - 2 : first["last"] + 1], first["last"] - 2)
    )
    assert overlapping["last"] == first["last"] + 1
    assert overlapping["receipt"] is not None


def test_entries_that_do_not_follow_the_last_one_are_refused(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=5)
    stored = scribe.facts(services)
    refused = scribe.send([scribe.bodies[3] | {"id": "00000000-another"}], 2)
    assert (refused.status_code, json_of(refused)["type"].rsplit("/")[-1]) == (409, "out-of-order")
    assert "5 entries" in json_of(refused)["detail"]
    assert scribe.facts(services) == stored
    since = json_of(scribe.api.get(f"{scribe.path}/entries?after=2", scribe.token))
    assert [entry["id"] for entry in since["items"]] == [body["id"] for body in scribe.bodies[2:5]]


def test_the_first_refused_entry_ends_the_batch(scribe: Scribe, services: Services) -> None:
    wrong = scribe.bodies[4] | {"picks": ["nowhere"]}
    reply = json_of(scribe.send([*scribe.bodies[:4], wrong, scribe.bodies[5]], 0))
    assert reply["last"] == 4
    refused = reply["refused"]
    assert (refused["id"], refused["trouble"]) == (wrong["id"], "impossible")
    assert refused["sentence"]
    assert len([fact for fact in scribe.facts(services) if isinstance(fact.event, Entered)]) == 4
    french = json_of(
        scribe.api.post(f"{scribe.path}/entries?lang=fr", {"after": 4, "entries": [wrong]}, scribe.token)
    )
    assert french["refused"]["sentence"] != refused["sentence"]
    assert (french["entries"], french["receipt"]) == ([], None)


def test_a_batch_has_limits(scribe: Scribe, services: Services) -> None:
    stored = scribe.facts(services)
    many = scribe.send([scribe.bodies[0]] * 51, 0)
    long = scribe.send([scribe.bodies[0] | {"picks": ["a7"] * 61}], 0)
    large = scribe.send([scribe.bodies[0] | {"text": "x" * 70_000}], 0)
    assert (many.status_code, long.status_code, large.status_code) == (422, 422, 413)
    assert scribe.facts(services) == stored


def test_a_preview_writes_nothing(scribe: Scribe, services: Services) -> None:
    stored = scribe.facts(services)
    body = {"after": 0, "entries": scribe.bodies[:3]}
    reply = scribe.api.post(f"{scribe.path}/entries/preview", body, scribe.token)
    assert reply.status_code == 200
    assert len(json_of(reply)["entries"]) == 3
    assert scribe.facts(services) == stored


def test_a_preview_names_the_fact_for_which_a_later_entry_does_not_hold(scribe: Scribe) -> None:
    """Without the move of entry 20 nobody stands beside Aladdin, whom a later entry attacks."""
    scribe.enter(last=30)
    body = {"reason": "Nobody moved."}
    reply = json_of(scribe.api.post(f"{scribe.path}/entries/20/amend/preview", body, scribe.token))
    refused = reply["refused"]
    attack = next(entry for entry in scribe.bodies[20:] if entry["picks"] == ["attack:ALA"])
    assert refused["id"] == attack["id"]
    assert "adjacent rival" in refused["sentence"]
    difference = refused["difference"]
    assert (difference["entry"], difference["new"]) == (20, False)
    assert difference["fact"]["event"]["type"] == "arena.CharacterMoved"
    assert difference["sentence"] == "Aladdin moves to c4."


def test_an_amended_entry_begins_a_new_line_with_the_later_entries(
    scribe: Scribe, services: Services
) -> None:
    scribe.enter(last=30)
    old = scribe.facts(services)
    body = {"entry": scribe.bodies[19] | {"id": "00000000-amended"}, "reason": "The same, typed again."}
    preview = json_of(scribe.api.post(f"{scribe.path}/entries/20/amend/preview", body, scribe.token))
    assert scribe.facts(services) == old
    amended = scribe.api.post(f"{scribe.path}/entries/20/amend", body, scribe.token)
    assert amended.status_code == 201, amended.text
    reply = json_of(amended)
    assert reply["last"] == 30
    assert [entry["picks"] for entry in preview["entries"]] == [entry["picks"] for entry in reply["entries"]]
    facts = scribe.facts(services)
    assert facts[: len(old)] == old
    assert [type(fact.event).__name__ for fact in facts[len(old) : len(old) + 3]] == [
        "Amended",
        "Rewound",
        "Entered",
    ]
    assert verify(scribe.played.match.rules, facts).ok
    scribe.enter(31)
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_a_removed_entry_leaves_the_later_ones_that_hold(scribe: Scribe) -> None:
    scribe.enter(last=12)
    reply = json_of(
        scribe.api.post(f"{scribe.path}/entries/12/amend", {"reason": "Too early."}, scribe.token)
    )
    assert (reply["last"], reply["refused"], reply["entries"]) == (11, None, [])
    assert scribe.enter(12, 14)["last"] == 14


def test_a_lost_device_gets_a_new_link_and_the_old_one_is_void(scribe: Scribe, services: Services) -> None:
    scribe.enter(last=3)
    organizer = services.api_tokens.issue_token("desk", ["organize"]).token
    changed = scribe.api.post(f"{scribe.path}/scribe", {}, organizer)
    assert changed.status_code == 201, changed.text
    assert scribe.send(scribe.bodies[3:4], 3).status_code == 401
    assert json_of(scribe.send(scribe.bodies[3:4], 3, json_of(changed)["token"]))["last"] == 4


def test_a_player_enters_the_own_seat_alone(scribe: Scribe) -> None:
    number = next(i for i, body in enumerate(scribe.bodies) if body["seat"] is not None)
    scribe.enter(last=number)
    seat = scribe.bodies[number]["seat"]
    other = scribe.send([scribe.bodies[number]], number, scribe.players[1 - seat].token)
    assert (other.status_code, json_of(other)["type"].rsplit("/")[-1]) == (403, "not-yours")
    own = scribe.send([scribe.bodies[number]], number, scribe.players[seat].token)
    assert json_of(own)["entries"][0]["by"] == f"seat:{seat}"


def test_both_players_sign_what_they_read(scribe: Scribe, services: Services) -> None:
    scribe.enter()
    facts = scribe.facts(services)
    replay = services.repository.load_replay(scribe.match)
    head = services.repository.load_hashes(scribe.match, replay)[-1]
    for seat, player in enumerate(scribe.players):
        path = f"{scribe.path}/signatures"
        early = scribe.api.post(path, {"seat": seat, "head": "0" * 64}, player.token)
        assert early.status_code == 409
        signed = scribe.api.post(path, {"seat": seat, "head": head}, player.token)
        assert signed.status_code == 201, signed.text
        other = scribe.api.post(path, {"seat": 1 - seat, "head": head}, player.token)
        assert other.status_code == 403
    assert is_signed(services.repository.load_match(scribe.match).match)
    late = scribe.api.post(f"{scribe.path}/entries/5/amend", {"reason": "No."}, scribe.token)
    assert late.status_code == 409
    assert len(scribe.facts(services)) == len(facts) + 2


def test_an_objection_is_read_by_the_table_and_ends_with_the_signature(
    scribe: Scribe, services: Services
) -> None:
    scribe.enter()
    body = {"seat": 1, "entry": 12, "text": "That was another card."}
    assert scribe.api.post(f"{scribe.path}/objections", body, scribe.players[1].token).status_code == 201
    public = [fact["event"] for fact in Player(scribe.api, scribe.match).facts()[-2:]]
    assert [event["type"] for event in public] == ["record.Objected", "table.DisputeOpened"]
    assert (public[0]["text"], public[1]["claim"]) == (None, None)
    assert scribe.players[0].facts()[-2]["event"]["text"] == body["text"]
    assert not is_signed(services.repository.load_match(scribe.match).match)


def test_nobody_sees_a_card_that_the_table_has_not_seen(scribe: Scribe, services: Services) -> None:
    """The deal is a possibility: spectators, players, the scribe and judges have the same board."""
    scribe.enter(last=40)
    judge = services.api_tokens.issue_token("judge", ["judge"]).token
    tokens = ["", scribe.token, *(player.token for player in scribe.players), judge]
    scenes = [json_of(scribe.api.get(scribe.path, token)) for token in tokens]
    assert all(scene["board"] == scenes[0]["board"] for scene in scenes)
    for token in tokens:
        facts = Player(scribe.api, scribe.match, None, token).facts()
        dealt = [fact["event"]["dealt"] for fact in facts if fact["event"]["type"] == "record.Entered"]
        assert dealt == [[]] * 40
