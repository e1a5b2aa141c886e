"""Photos of a real table: evidence of an entry, or of a sheet that the players have signed on paper."""

from __future__ import annotations

import hashlib
import io

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from domain.table import PhotoAdded
from replays.audits.verify import verify
from service.bootstrap import Services
from service.cases import photos
from service.evidence.photo_audit import missing_photos
from tests.service.browser import Browser, text
from tests.service.cases.test_photos import picture
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match


@pytest.fixture
def scribe(api: Api) -> Scribe:
    scribe = Scribe(api, played_match())
    scribe.enter(last=20)
    return scribe


def photograph(scribe: Scribe, token: str, entry: int = 0, size: tuple[int, int] = (64, 48)) -> TestResponse:
    """Somebody adds a photo, to an entry or to the whole recording."""
    headers = {"Authorization": f"Bearer {token}"}
    path = f"{scribe.path}/photos?entry={entry}"
    return scribe.api.app.test_client().post(path, data=picture(size=size), headers=headers)


def added(scribe: Scribe, services: Services) -> list[PhotoAdded]:
    """The photos in the record."""
    return [fact.event for fact in scribe.facts(services) if isinstance(fact.event, PhotoAdded)]


def test_the_scribe_a_player_and_a_judge_add_photos_of_the_table(scribe: Scribe, services: Services) -> None:
    judge = services.api_tokens.issue_token("judge", ["judge"]).token
    tokens = [scribe.token, scribe.players[1].token, judge]
    for entry, token in enumerate(tokens):
        assert photograph(scribe, token, entry, (64 + entry, 48)).status_code == 201
    of_table = added(scribe, services)
    assert [(photo.case, photo.entry, photo.by) for photo in of_table] == [
        (0, 0, "scribe"),
        (0, 1, "seat:1"),
        (0, 2, "judge:judge"),
    ]
    for token in tokens:
        seen = scribe.api.get(f"{scribe.path}/photos/{of_table[1].sha256}", token)
        assert hashlib.sha256(seen.data).hexdigest() == of_table[1].sha256
    assert scribe.api.get(f"{scribe.path}/photos/{of_table[1].sha256}").status_code == 403
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok
    assert scribe.enter(21)["last"] == len(scribe.bodies)


def test_a_photo_of_an_entry_that_does_not_exist_is_refused(scribe: Scribe, services: Services) -> None:
    assert photograph(scribe, scribe.token, 21).status_code == 409
    assert photograph(scribe, "nobody").status_code == 401
    assert added(scribe, services) == []


def add_to_case(scribe: Scribe, size: tuple[int, int] = (64, 48)) -> Json:
    """The first player opens case 1, adds a photo to it, and reads it."""
    player, path = scribe.players[0].token, f"{scribe.path}/disputes"
    assert scribe.api.post(path, {"claim": "Two spaces.", "evidence": []}, player).status_code == 201
    headers = {"Authorization": f"Bearer {player}"}
    client = scribe.api.app.test_client()
    assert client.post(f"{path}/1/photos", data=picture(size=size), headers=headers).status_code == 201
    [photo] = json_of(scribe.api.get(f"{path}/1", player))["photos"]
    return dict(photo)


def readers_of(scribe: Scribe, photo: Json) -> list[int]:
    """The status of a photo for the first player and for the scribe."""
    path, tokens = f"{scribe.path}/photos/{photo['sha256']}", (scribe.players[0].token, scribe.token)
    return [scribe.api.get(path, token).status_code for token in tokens]


def test_the_scribe_sees_no_photo_of_a_case(scribe: Scribe) -> None:
    assert readers_of(scribe, add_to_case(scribe)) == [200, 403]


def test_a_removed_photo_that_comes_again_in_a_case_is_of_the_case_alone(
    scribe: Scribe, services: Services
) -> None:
    removal = f"{scribe.path}/photos/{json_of(photograph(scribe, scribe.token, 3))['seq']}/removal"
    organizer = services.api_tokens.issue_token("desk", ["organize"]).token
    assert scribe.api.post(removal, {}, organizer).status_code == 201
    photo = add_to_case(scribe)
    assert photo["sha256"] == added(scribe, services)[0].sha256
    assert readers_of(scribe, photo) == [200, 403]
    assert scribe.api.post(removal, {}, organizer).status_code == 409
    assert readers_of(scribe, photo) == [200, 403]


def test_a_case_has_room_for_photos_after_the_scribe_used_all_of_the_recording(
    scribe: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "MAX_PHOTOS", 1)
    assert photograph(scribe, scribe.token, 3).status_code == 201
    full = photograph(scribe, scribe.token, 4, (80, 60))
    assert (full.status_code, "This recording has 1 photos" in full.text) == (409, True)
    assert readers_of(scribe, add_to_case(scribe, (80, 60))) == [200, 403]


def test_a_removed_photo_leaves_its_hash(scribe: Scribe, services: Services) -> None:
    photo: Json = json_of(photograph(scribe, scribe.token, 3))
    path = f"{scribe.path}/photos/{photo['seq']}/removal"
    assert scribe.api.post(path, {}, scribe.players[0].token).status_code == 403
    organizer = services.api_tokens.issue_token("desk", ["organize"]).token
    assert scribe.api.post(f"{scribe.path}/photos/3/removal", {}, organizer).status_code == 409
    assert scribe.api.post(path, {}, organizer).status_code == 201
    [event] = added(scribe, services)
    assert scribe.api.get(f"{scribe.path}/photos/{event.sha256}", organizer).status_code == 404
    assert missing_photos(services.store, scribe.match) == []
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_a_signature_on_paper_has_the_photo_of_the_sheet(
    app: Flask, scribe: Scribe, services: Services
) -> None:
    scribe.enter(21)
    desk = Browser(app)
    desk.post("/judge", {"token": services.api_tokens.issue_token("judge", ["judge"]).token})
    sheet = f"/m/{scribe.match}/sheet?as=judge"
    assert "Photo of the signed sheet" in text(desk.get(sheet))
    file = (io.BytesIO(picture()), "sheet.jpg")
    form = {"do": "sign", "seat": 0, "head": scribe.head(), "photo": file}
    assert desk.post(sheet, form).status_code == 303
    [photo] = added(scribe, services)
    assert (photo.by, photo.entry) == ("judge:judge", 0)
    record = services.repository.load_match(scribe.match).match.record
    assert record is not None
    assert record.signed == (0,)
    assert photo.sha256 in text(desk.get(sheet))


def test_one_photo_of_a_sheet_serves_both_signatures_and_a_form_that_comes_again(
    app: Flask, scribe: Scribe, services: Services
) -> None:
    scribe.enter(21)
    desk, sheet = Browser(app), f"/m/{scribe.match}/sheet?as=judge"
    desk.post("/judge", {"token": services.api_tokens.issue_token("judge", ["judge"]).token})
    head = scribe.head()
    for seat in (0, 1, 1):
        form = {"do": "sign", "seat": seat, "head": head, "photo": (io.BytesIO(picture()), "sheet.jpg")}
        signed = desk.post(sheet, form)
        assert signed.status_code == 303, text(signed)
    assert [photo.entry for photo in added(scribe, services)] == [0]
    record = services.repository.load_match(scribe.match).match.record
    assert record is not None
    assert record.signed == (0, 1)


def test_a_refused_signature_on_paper_leaves_no_photo(app: Flask, scribe: Scribe, services: Services) -> None:
    scribe.enter(21)
    desk = Browser(app)
    desk.post("/judge", {"token": services.api_tokens.issue_token("judge", ["judge"]).token})
    form = {"do": "sign", "seat": 0, "head": "0" * 64, "photo": (io.BytesIO(picture()), "sheet.jpg")}
    assert desk.post(f"/m/{scribe.match}/sheet?as=judge", form).status_code == 409
    assert added(scribe, services) == []


@pytest.mark.parametrize("cases", [0, 1])
def test_no_case_has_number_0(app: Flask, scribe: Scribe, services: Services, cases: int) -> None:
    photo, token = json_of(photograph(scribe, scribe.token, 3)), scribe.players[0].token
    for _ in range(cases):
        claim = {"claim": "Two spaces.", "evidence": []}
        assert scribe.api.post(f"{scribe.path}/disputes", claim, token).status_code == 201
    path = f"{scribe.path}/disputes/0/photos"
    headers = {"Authorization": f"Bearer {token}"}
    refused = scribe.api.app.test_client().post(path, data=picture(size=(80, 60)), headers=headers)
    judge = services.api_tokens.issue_token("judge", ["judge"]).token
    removal = scribe.api.post(f"{path}/{photo['seq']}/removal", {}, judge)
    desk = Browser(app)
    desk.post("/judge", {"token": judge})
    form = {"photo": (io.BytesIO(picture(size=(90, 60))), "table.jpg")}
    page = desk.post(f"/m/{scribe.match}/cases/0/photos?as=judge", form)
    assert (refused.status_code, removal.status_code, page.status_code) == (404, 404, 404)
    assert len(added(scribe, services)) == 1
    assert missing_photos(services.store, scribe.match) == []


def test_the_scribe_photographs_an_entry_from_the_page_of_the_scribe(
    app: Flask, scribe: Scribe, services: Services
) -> None:
    tablet = Browser(app)
    page = f"/m/{scribe.match}/record"
    tablet.post(page, {"key": scribe.token})
    assert "Add a photo" in text(tablet.get(page))
    form = {"do": "photo", "entry": "7", "photo": (io.BytesIO(picture()), "table.jpg")}
    reply = tablet.post(f"/m/{scribe.match}/sheet?as=scribe", form)
    assert (reply.status_code, reply.headers["Location"]) == (303, page)
    assert [photo.entry for photo in added(scribe, services)] == [7]
    nothing = tablet.post(f"/m/{scribe.match}/sheet?as=scribe", {"do": "photo", "entry": "7"})
    assert nothing.status_code == 422
    assert "no photo that can be read" in text(nothing)
