"""Objections of seats: each opens a case with its entry as evidence, and a judge settles it."""

from __future__ import annotations

import pytest
from flask import Flask

from replays.audits.verify import verify
from service.bootstrap import Services
from tests.service.browser import Browser
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    scribe = Scribe(api, played_match())
    scribe.enter(last=20)
    return scribe


@pytest.fixture
def judge(services: Services) -> str:
    """The token of a judge."""
    return services.api_tokens.issue_token("judge", ["judge"]).token


def object_to(scribe: Scribe, entry: int) -> Json:
    """Red objects to an entry, 0 for the whole recording."""
    body = {"seat": 1, "entry": entry, "text": "That was another card."}
    return json_of(scribe.api.post(f"{scribe.path}/objections", body, scribe.players[1].token))


def queued(scribe: Scribe, services: Services, judge: str) -> list[Json]:
    """The cases that wait, as a judge sees them."""
    path = f"/api/v1/disputes?min_position={services.store.position()}"
    return [*json_of(scribe.api.get(path, judge))["items"]]


def open_objections(scribe: Scribe, services: Services) -> list[int]:
    """The seats whose objections stand."""
    match = services.repository.load_match(scribe.match).match
    assert match.record is not None
    return [*match.record.list_open_objections(match.cases).values()]


def test_an_objection_enters_the_queue_with_its_seat_and_entry(
    scribe: Scribe, services: Services, judge: str
) -> None:
    object_to(scribe, 12)
    object_to(scribe, 0)
    whole, entry = queued(scribe, services, judge)
    assert (entry["case"], entry["by"], entry["seat"], entry["entry"]) == (1, "seat:1", 1, 12)
    assert (whole["case"], whole["seat"], whole["entry"], whole["played"]) == (2, 1, 0, None)
    twelfth = json_of(scribe.api.get(f"{scribe.path}/entries?after=11&limit=1"))["items"][0]
    assert entry["played"] == twelfth["seq"]
    file = json_of(scribe.api.get(f"{scribe.path}/disputes/1", judge))
    assert file["dispute"]["text"] == "That was another card."


def test_a_note_of_the_judge_dismisses_an_objection(scribe: Scribe, services: Services, judge: str) -> None:
    object_to(scribe, 12)
    seen = f'"{scribe.seq}"'
    ruling = {"outcome": "note", "rules": ["SA-303"], "text": "The card lies there."}
    ruled = scribe.api.post(f"{scribe.path}/disputes/1/rulings", ruling, judge, If_Match=seen)
    assert ruled.status_code == 201, ruled.text
    assert queued(scribe, services, judge) == []
    assert open_objections(scribe, services) == []


def test_a_signature_settles_the_objections_of_its_seat(
    scribe: Scribe, services: Services, judge: str
) -> None:
    scribe.enter(21)
    object_to(scribe, 12)
    object_to(scribe, 0)
    claim = {"claim": "Red looked at my hand.", "evidence": []}
    assert scribe.api.post(f"{scribe.path}/disputes", claim, scribe.players[1].token).status_code == 201
    assert open_objections(scribe, services) == [1, 1]
    for seat, waiting in ((0, [3, 2, 1]), (1, [3])):
        body = {"seat": seat, "head": scribe.head()}
        signed = scribe.api.post(f"{scribe.path}/signatures", body, scribe.players[seat].token)
        assert signed.status_code == 201, signed.text
        assert [case["case"] for case in queued(scribe, services, judge)] == waiting
    assert open_objections(scribe, services) == []
    file = json_of(scribe.api.get(f"{scribe.path}/disputes/1", judge))
    assert (file["status"], file["rulings"]) == ("closed", [])
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_a_signature_gives_up_the_appeals_of_its_seat_alone(
    scribe: Scribe, services: Services, judge: str
) -> None:
    """Red objects to two entries. Red appeals the first ruling, Blue the second."""
    scribe.enter(21)
    for case, appellant in ((1, 1), (2, 0)):
        object_to(scribe, 12)
        ruling = {"outcome": "note", "rules": ["SA-303"], "text": "The card lies there."}
        path = f"{scribe.path}/disputes/{case}"
        at = f'"{services.repository.load_match(scribe.match).match.seq}"'
        assert scribe.api.post(f"{path}/rulings", ruling, judge, If_Match=at).status_code == 201
        appeal = {"text": "Look at the photo."}
        assert scribe.api.post(f"{path}/appeals", appeal, scribe.players[appellant].token).status_code == 201
    for seat, waiting in ((1, [2]), (0, [])):
        body = {"seat": seat, "head": scribe.head()}
        signed = json_of(scribe.api.post(f"{scribe.path}/signatures", body, scribe.players[seat].token))
        assert signed["facts"][0]["event"]["appeals"] == [2 - seat]
        assert [case["case"] for case in queued(scribe, services, judge)] == waiting
    files = [json_of(scribe.api.get(f"{scribe.path}/disputes/{case}", judge)) for case in (1, 2)]
    assert [(file["status"], len(file["rulings"])) for file in files] == [("closed", 1), ("closed", 1)]
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_a_signature_on_paper_gives_up_no_appeal(scribe: Scribe, services: Services, judge: str) -> None:
    scribe.enter(21)
    object_to(scribe, 12)
    ruling = {"outcome": "note", "rules": ["SA-303"], "text": "The card lies there."}
    path = f"{scribe.path}/disputes/1"
    at = f'"{services.repository.load_match(scribe.match).match.seq}"'
    assert scribe.api.post(f"{path}/rulings", ruling, judge, If_Match=at).status_code == 201
    appeal = {"text": "Look at the photo."}
    assert scribe.api.post(f"{path}/appeals", appeal, scribe.players[1].token).status_code == 201
    body = {"seat": 1, "head": scribe.head(), "how": "paper"}
    signed = json_of(scribe.api.post(f"{scribe.path}/signatures", body, judge))
    assert signed["facts"][0]["event"]["appeals"] == []
    assert [case["case"] for case in queued(scribe, services, judge)] == [1]


def test_a_judge_settles_an_objection_by_an_amendment(scribe: Scribe, services: Services, judge: str) -> None:
    object_to(scribe, 12)
    body = {"entry": scribe.bodies[11] | {"id": "00000000-amended"}, "reason": "Typed again.", "case": 1}
    path = f"{scribe.path}/entries/12/amend"
    assert scribe.api.post(path, body, scribe.token, If_Match="*").status_code == 403
    assert scribe.api.post(path, body, judge).status_code == 428
    seen = f'"{scribe.seq}"'
    scribe.enter(21, 21)
    assert scribe.api.post(path, body, judge, If_Match=seen).status_code == 412
    amended = scribe.api.post(path, body, judge, If_Match=f'"{scribe.seq}"')
    assert amended.status_code == 201, amended.text
    assert queued(scribe, services, judge) == []
    assert open_objections(scribe, services) == []
    file = json_of(scribe.api.get(f"{scribe.path}/disputes/1", judge))
    [ruling] = file["rulings"]
    assert (file["status"], ruling["judge"], ruling["text"]) == ("ruled", "judge", "Typed again.")
    [followed] = ruling["followed"]
    assert "Entry 12" in followed["text"]
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_a_judge_settles_an_objection_by_an_irregularity(
    scribe: Scribe, services: Services, judge: str
) -> None:
    object_to(scribe, 12)
    body = {"reason": "They moved twice, and took it back.", "rule": "SA-303", "seat": 1, "case": 1}
    path = f"{scribe.path}/irregular"
    seen = f'"{scribe.seq}"'
    assert scribe.api.post(path, body | {"rule": "SA-9"}, judge, If_Match=seen).status_code == 422
    assert scribe.api.post(path, body, judge, If_Match='"1"').status_code == 412
    assert scribe.api.post(path, body, judge, If_Match=seen).status_code == 201
    file = json_of(scribe.api.get(f"{scribe.path}/disputes/1", judge))
    [ruling] = file["rulings"]
    assert [rule["number"] for rule in ruling["rules"]] == ["SA-303"]
    assert len(ruling["followed"]) == 1
    assert scribe.api.post(path, body, judge, If_Match="*").status_code == 409
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_an_objection_to_an_entry_that_does_not_exist_opens_no_case(
    scribe: Scribe, services: Services, judge: str
) -> None:
    body = {"seat": 1, "entry": 999, "text": "No."}
    refused = scribe.api.post(f"{scribe.path}/objections", body, scribe.players[1].token)
    assert refused.status_code == 409
    assert queued(scribe, services, judge) == []


def test_a_judge_opens_the_desk_of_a_recording_of_no_event(app: Flask, scribe: Scribe, judge: str) -> None:
    object_to(scribe, 12)
    browser = Browser(app)
    browser.post("/judge", {"token": judge, "match": scribe.match})
    desk = browser.get(f"/m/{scribe.match}/desk?case=1")
    assert (desk.status_code, scribe.match in desk.text) == (200, True)
