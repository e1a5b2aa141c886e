"""Rounds over HTTP: clocks that are paused, and what publishing shows of pairings that were hidden."""

from __future__ import annotations

import json

from replays.proof import bundle, bundle_check
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Json
from tests.service.tournaments.desk import WIN, Desk

PAIRINGS = ("tournament.RoundPaired", "tournament.PairingChanged")
AT: Json = {"stage": 1, "round": 1}


def trf(desk: Desk, token: str = "") -> str:
    """The Tournament Report File, as the public or the organizers read it."""
    return desk.api.get(f"/api/v1/tournaments/{desk.tournament}/trf", token).text


def facts(desk: Desk) -> list[Json]:
    """The facts about pairings, as the public reads them."""
    events = [fact["event"] for fact in desk.looks("/facts?limit=100", "")["items"]]
    return [
        event for event in events if event["type"] in ("tournament.RoundPaired", "tournament.PairingChanged")
    ]


def bundled(desk: Desk, services: Services) -> str:
    """The public bundle of a tournament, which proves itself."""
    data = desk.api.get(f"/api/v1/tournaments/{desk.tournament}/export", "").data
    assert bundle_check.check_bundle(bundle.read_bundle(data)).findings == []
    return json.dumps(json.loads(data)["record"])


def test_what_was_hidden_before_a_round_was_published_is_shown_with_its_reason(
    desk: Desk, services: Services
) -> None:
    desk.pairs(1, "Ada Grace", "Lin Mae")
    swapped = [desk.players[name] for name in ("Grace", "Ada")]
    desk.did(
        "change_pairing",
        tables=[{"number": 1, "seats": swapped}],
        byes=[],
        why="a wheelchair",
        **AT,
    )
    desk.pairs(1, "Ada Lin", "Grace Mae", why="they are sisters")
    for hidden in (trf(desk), str(facts(desk)), bundled(desk, services)):
        assert "wheelchair" not in hidden
        assert "sisters" not in hidden
    assert "sisters" in trf(desk, desk.token)
    desk.did("publish", **AT)
    lines = [line.split(": ", 1)[1] for line in trf(desk).splitlines() if line.startswith("### 2")]
    assert lines == [
        "Round 1 was changed by hand (a wheelchair).",
        "Round 1 was paired anew (they are sisters).",
    ]
    assert [line for line in trf(desk, desk.token).splitlines() if line.startswith("### 2")] == [
        line for line in trf(desk).splitlines() if line.startswith("### 2")
    ]
    assert [len(event["tables"]) for event in facts(desk)] == [2, 1, 2]
    assert "sisters" in bundled(desk, services)
    page = text(desk.api.app.test_client().get(f"/t/{desk.tournament}?round=1"))
    assert "Round 1 was paired anew (they are sisters)." in page


def test_a_published_round_that_is_paired_anew_hides_the_new_pairing(desk: Desk, services: Services) -> None:
    desk.pairs(1, "Ada Grace", "Lin Mae")
    desk.did("publish", **AT)
    desk.pairs(1, "Ada Lin", "Grace Mae", why="they are sisters")
    assert "sisters" not in bundled(desk, services)
    assert [len(event["tables"]) for event in facts(desk)] == [0, 0]


def test_a_paused_clock_stands_still_on_every_page(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    ends = desk.looks("/rounds/1")["ends"]
    desk.did("pause_clock", why="a fire alarm", **AT)
    seen = desk.looks("/rounds/1")
    assert seen["ends"] == ends
    assert "2000" < seen["paused"] < ends
    for path in (f"/t/{desk.tournament}", f"/t/{desk.tournament}/wall"):
        page = desk.api.app.test_client().get(path)
        assert "paused, minutes left: 49" in text(page)
        assert "data-ends" not in page.text
    desk.did("resume_clock", **AT)
    desk.did("set_clock", minutes=10, why="lunch", **AT)
    seen = desk.looks("/rounds/1")
    assert (seen["paused"], seen["ends"] < ends) == (None, True)
    assert "The clock of round 1 was set (lunch)." in trf(desk)


def test_the_desk_takes_a_start_and_a_closed_round_back(desk: Desk, ada: Browser) -> None:
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    path = f"/t/{desk.tournament}/desk"
    desk.starts(1, "Ada Grace", "Lin Mae")
    assert "Take the start back" in text(ada.get(path))
    assert ada.post(path, {"do": "take_back_start", "why": "Mae is in the queue."}).status_code == 303
    assert desk.looks()["rounds"][0]["state"] == "published"
    assert ada.post(path, {"do": "start"}).status_code == 303
    for table in (1, 2):
        desk.enters(1, table, WIN)
    assert "Take the start back" not in text(ada.get(path))
    assert ada.post(path, {"do": "close"}).status_code == 303
    assert ada.post(path, {"do": "reopen", "why": "A wrong score."}).status_code == 303
    assert desk.looks()["rounds"][0]["state"] == "started"
    assert ada.post(path, {"do": "set_clock", "minutes": "ten", "why": "lunch"}).status_code == 422


def test_the_second_of_two_who_pair_a_round_is_offered_no_way_to_pair_over_it(
    desk: Desk, ada: Browser
) -> None:
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    path = f"/t/{desk.tournament}/desk"
    assert ada.post(path, {"do": "pair"}).status_code == 303
    second = ada.post(path, {"do": "pair", "overrule": "x"})
    assert second.status_code == 409
    assert "Round 1 is paired and not published: publish it, or take its pairing back." in text(second)
    assert "Go on all the same" not in text(second)
    assert ada.post(path, {"do": "take_back_pairing", "why": "Zoe comes late."}).status_code == 303
    assert desk.looks()["rounds"] == []
    assert ada.post(path, {"do": "pair"}).status_code == 303
    assert [one["state"] for one in desk.looks()["rounds"]] == ["paired"]
