"""People: the log knows players by ids, replies by name, and a name can be erased with every proof intact."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

import pytest

from replays.proof import receipts
from replays.proof.chain import FactCommitter
from replays.proof.notes import read_key
from replays.proof.receipts import Receipt
from service.bootstrap import Services
from service.database.people import PersonRow
from service.evidence.audit import audit_record
from service.identity import players
from service.identity.players import PlayerDirectory, UnknownPlayer
from tests.service.client import Api, Json, Pair, Player, json_of, player_names, seat_names
from tests.service.matches.test_streams import facts_of, listen
from tests.service.stores import on_both_stores


def everything_said(pair: Pair, services: Services) -> dict[str, str]:
    """Returns every text in which a match is told, by what was asked for."""
    position = services.store.position()
    pages = {
        "the match": pair.blue.get(f"?min_position={position}"),
        "the past": pair.blue.get("/facts/4/scene"),
        "the facts": pair.blue.get("/facts"),
        "lines": pair.blue.get("/facts", Accept="application/x-ndjson"),
        "cloud events": pair.blue.get("/facts", Accept="application/cloudevents-batch+json"),
        "sentences": pair.blue.get("/narration"),
        "the lobby": pair.blue.api.get(f"/api/v1/matches?min_position={position}"),
    }
    return {what: reply.text for what, reply in pages.items()}


def sitting(entry: Json) -> list[str | None]:
    """Returns the names of the players of an entry in the list of matches, side by side."""
    return [name for side in entry["sides"] for name in seat_names(side)]


def sat_down(player: Player) -> list[str]:
    """Returns who took a seat, as the facts tell it."""
    events = [fact["event"] for fact in player.facts()]
    return [event["player"] for event in events if event["type"] == "table.SeatClaimed"]


def test_facts_know_players_by_ids_and_the_page_tells_their_names(pair: Pair) -> None:
    blue, red = sat_down(pair.public)
    assert blue.startswith("p-")
    assert red.startswith("p-")
    assert player_names(json_of(pair.public.get("/facts"))) == {blue: "Blue", red: "Red"}
    assert player_names(json_of(pair.public.get("/facts?after=4"))) == {blue: "Blue", red: "Red"}
    live = facts_of(listen(pair.public, after=1))
    assert [next(live)["event"]["player"] for _ in "ab"] == [blue, red]


def test_what_is_looked_at_anew_shows_names(pair: Pair, services: Services) -> None:
    said = everything_said(pair, services)
    named = {what for what, text in said.items() if '"Blue"' in text or "Blue sits" in text}
    assert named == {*said} - {"the past"}


def test_the_past_which_may_be_kept_for_ever_shows_ids(pair: Pair) -> None:
    past = pair.public.get("/facts/4/scene")
    assert "immutable" in past.headers["Cache-Control"]
    assert json_of(past)["players"] == sat_down(pair.public)


def test_a_refused_claim_makes_nobody_known(pair: Pair, services: Services) -> None:
    path = f"/api/v1/matches/{pair.blue.match}/seats/0/claim"
    assert pair.blue.api.post(path, {"player": "Mallory"}, "no such token").status_code == 401
    with pytest.raises(UnknownPlayer, match="Nobody is called “Mallory” here"):
        services.erasure.erase_names("Mallory")


def test_the_lobby_finds_a_player_by_name_and_by_id(pair: Pair, services: Services) -> None:
    pair.blue.api.opens()
    blue, _ = sat_down(pair.public)
    services.runner.catch_up()
    for player in ("Blue", blue):
        [entry] = json_of(pair.blue.api.get(f"/api/v1/matches?player={player}"))["items"]
        assert (entry["id"], sitting(entry)) == (pair.blue.match, ["Blue", "Red"])


def test_all_who_are_asked_for_are_looked_up_together_before_what_is_known_is_too_old(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, people = list[set[str]](), services.store.people.find_people

    def look_up(ids: Iterable[str]) -> list[PersonRow]:
        asked.append({*ids})
        return people(asked[-1])

    monkeypatch.setattr(services.store.people, "find_people", look_up)
    one, two = services.players.add_guest("Ada"), services.players.add_guest("Grace")
    directory, now = PlayerDirectory(services.store), [100.0]
    monkeypatch.setattr(players, "monotonic", lambda: now[0])

    def looked_up(id: str, later: float) -> list[set[str]]:
        now[0] += later
        asked.clear()
        assert directory.names_of([id]) == {id: {one: "Ada", two: "Grace"}[id]}
        return [*asked]

    assert [looked_up(id, 0.1) for id in (one, two, one)] == [[{one}], [{two}], []]
    assert looked_up(two, 0.4) == [{one, two}]
    assert [looked_up(two, 0.3) for _ in range(4)] == [[], [{two}], [], [{two}]]
    assert looked_up(one, 0.0) == [{one}]
    assert looked_up(one, 1.1) == [{one}], "nobody came in time"


@on_both_stores
def test_a_name_that_is_erased_is_told_nowhere_any_more(pair: Pair, services: Services) -> None:
    pair.answer_by(Random(1))
    blue, _ = sat_down(pair.public)
    services.erasure.erase_names("Blue")
    said = everything_said(pair, services)
    assert [what for what, text in said.items() if '"Blue"' in text or "Blue sits" in text] == []
    assert seat_names(json.loads(said["the match"])) == [f"player {blue[2:6]}", "Red"]
    assert f"layer {blue[2:6]} sits down." in said["sentences"]
    [entry] = json_of(pair.blue.api.get(f"/api/v1/matches?player={blue}"))["items"]
    assert sitting(entry) == [f"player {blue[2:6]}", "Red"]
    assert json_of(pair.blue.api.get("/api/v1/matches?player=Blue"))["items"] == []


def test_an_erased_name_is_not_in_the_store_any_more(pair: Pair, services: Services) -> None:
    blue, _ = sat_down(pair.public)
    assert services.store.people.find_people([blue]) == [PersonRow(blue, "Blue")]
    services.erasure.erase_names("Blue")
    assert services.store.people.find_people([blue]) == services.store.people.people_called("Blue") == []


def test_who_comes_back_after_being_forgotten_is_somebody_new(pair: Pair, services: Services) -> None:
    services.erasure.erase_names("Blue")
    again = pair.blue.api.seat_pair()
    assert set(sat_down(again.public)).isdisjoint(sat_down(pair.public))


def test_every_proof_holds_when_a_name_is_erased(pair: Pair, services: Services) -> None:
    reply = pair.answer_by(Random(2))
    assert reply is not None
    receipt = Receipt(**json_of(reply)["receipt"])
    facts, [blue, _] = services.store.facts(pair.blue.match), sat_down(pair.public)
    services.erasure.erase_names("Blue")
    rules, played = services.repository.load_match(pair.blue.match)
    assert services.store.facts(pair.blue.match) == facts
    sealer = FactCommitter(pair.blue.match, rules, played.settings, played.line_seeds)
    assert services.evidence.link_facts(sealer, facts) == ("", receipt.head)
    receipts.verify_receipt(receipt, read_key(receipt.key))
    assert services.evidence.find_contradictions() == []
    assert audit_record(services.store, services.library, blue)[:2] == (1, 1)
    assert audit_record(services.store, services.library, blue).findings == []
    assert json_of(pair.public.get("/verification"))["ok"] is True
    assert pair.answer_by(Random(3)) is not None


def test_a_log_from_before_there_were_ids_is_told_by_the_names_in_it(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(services.players, "add_guest", lambda name: name)
        old = api.seat_pair()
    assert sat_down(old.public) == ["Blue", "Red"]
    assert seat_names(old.blue.looks()) == ["Blue", "Red"]
    assert json_of(old.public.get("/narration"))["items"][1]["text"] == "Blue sits down."
    new = api.seat_pair()
    services.runner.catch_up()
    found = json_of(api.get("/api/v1/matches?player=Blue"))["items"]
    assert {entry["id"] for entry in found} == {old.blue.match, new.blue.match}
