"""Photos of a table in a case: their hashes are in the record, and the service has their bytes."""

from __future__ import annotations

import hashlib
import io
import os
import struct
import subprocess
import sys
import zlib

import pytest
from PIL import Image
from sqlalchemy import update

from domain.table import PhotoAdded, PhotoRemoved
from service.bootstrap import Services
from service.cases import photos
from service.database.match_owners import MatchOwnerRow
from service.database.photos import photo_deletion
from service.database.tables import photos as table
from service.evidence.photo_audit import find_altered_photos, missing_photos
from service.settings import Settings
from tests.service.client import Pair, json_of
from tests.service.judges import api_token, disputes, judge
from tests.service.stores import on_both_stores

GPS_TAG = 0x8825


def picture(kind: str = "JPEG", size: tuple[int, int] = (64, 48), *, place: bool = False) -> bytes:
    """Returns a picture in a format, perhaps with the place at which it was taken."""
    image = Image.new("RGBA" if kind == "PNG" else "RGB", size, "green")
    file = io.BytesIO()
    exif = Image.Exif()
    if place:
        exif.get_ifd(GPS_TAG)[1] = "N"
        exif[0x010F] = "Phone of Ada"
    image.save(file, kind, exif=exif)
    return file.getvalue()


def bomb() -> bytes:
    """Returns a small PNG whose header promises 400 million pixels."""
    png = bytearray(picture("PNG"))
    png[16:24] = struct.pack(">II", 20_000, 20_000)
    png[29:33] = struct.pack(">I", zlib.crc32(png[12:29]))
    return bytes(png)


class Room:
    """A case about a match, with Ada at its table, and a judge."""

    def __init__(self, pair: Pair, services: Services) -> None:
        self.pair, self.services = pair, services
        disputes(pair.blue)
        self.api, self.match = pair.blue.api, pair.blue.match
        self.judge = judge(services, pair).token

    def send(self, file: bytes, kind: str = "image/jpeg", token: str | None = None) -> tuple[int, str]:
        """Sends a photo to the case."""
        path = f"/api/v1/matches/{self.match}/disputes/1/photos"
        own = self.pair.blue.token if token is None else token
        reply = self.api.app.test_client().post(
            path, data=file, content_type=kind, headers={"Authorization": f"Bearer {own}"}
        )
        return reply.status_code, reply.text

    @property
    def added(self) -> list[PhotoAdded]:
        facts = self.services.repository.load_facts(self.match, 0, 999)
        return [fact.event for fact in facts if isinstance(fact.event, PhotoAdded)]


def remove(room: Room, photo: int = 0) -> int:
    """Removes a photo as the judge."""
    file = json_of(room.api.get(f"/api/v1/matches/{room.match}/disputes/1", room.judge))
    path = f"/api/v1/matches/{room.match}/disputes/1/photos/{file['photos'][photo]['seq']}/removal"
    return room.api.post(path, {}, room.judge).status_code


@pytest.fixture
def room(pair: Pair, services: Services) -> Room:
    return Room(pair, services)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_written_anew_without_the_place_where_it_was_taken(room: Room, kind: str) -> None:
    sent = picture(kind, place=True)
    assert room.send(sent, f"image/{kind.lower()}")[0] == 201
    [added] = room.added
    stored = room.services.store.photos.find_photo(room.match, added.sha256)
    assert stored is not None
    assert (hashlib.sha256(stored).hexdigest(), len(stored)) == (added.sha256, added.size)
    assert added.original == hashlib.sha256(sent).hexdigest()
    with Image.open(io.BytesIO(stored)) as image:
        assert (image.format, image.size, dict(image.getexif())) == ("JPEG", (64, 48), {})
    assert b"Phone of Ada" not in stored


def test_a_large_photo_becomes_smaller(room: Room) -> None:
    assert room.send(picture(size=(5000, 100)))[0] == 201
    stored = room.services.store.photos.find_photo(room.match, room.added[0].sha256)
    assert stored is not None
    assert Image.open(io.BytesIO(stored)).width == photos.MAX_EDGE_PIXELS


@pytest.mark.parametrize(
    ("file", "status", "sentence"),
    [
        (picture("GIF"), 422, "JPEG, PNG and WebP are allowed"),
        (b"<svg onload=alert(1)>", 422, "JPEG, PNG and WebP are allowed"),
        (picture()[:200], 422, "JPEG, PNG and WebP are allowed"),
        (b"", 422, "JPEG, PNG and WebP are allowed"),
        (bomb(), 422, "JPEG, PNG and WebP are allowed"),
        (b"\0" * (photos.MAX_PHOTO_BYTES + 1), 413, ""),
    ],
)
def test_another_file_is_refused_in_a_sentence(room: Room, file: bytes, status: int, sentence: str) -> None:
    replied, text = room.send(file)
    assert (replied, sentence in text) == (status, True), text
    assert not room.added
    assert not room.services.store.photos.list_hashes(room.match)


def test_a_picture_of_too_many_pixels_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "MAX_PIXELS", 1000)
    status, text = room.send(picture())
    assert (status, "pixels" in text) == (422, True)


def test_a_match_and_an_event_have_so_many_photos(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "MAX_PHOTOS", 1)
    assert room.send(picture())[0] == 201
    status, text = room.send(picture(size=(32, 32)))
    assert (status, "have 1 photos" in text) == (409, True)
    assert len(room.services.store.photos.list_hashes(room.match)) == 1


def test_only_those_who_read_the_case_see_its_photos(room: Room) -> None:
    room.send(picture())
    path = f"/api/v1/matches/{room.match}/photos/{room.added[0].sha256}"
    for token in (room.pair.blue.token, room.pair.red.token, room.judge):
        shown = room.api.get(path, token)
        assert (shown.status_code, shown.content_type) == (200, "image/jpeg")
    assert room.api.get(path).status_code == 403
    file = json_of(room.api.get(f"/api/v1/matches/{room.match}/disputes/1"))
    assert [photo["sha256"] for photo in file["photos"]] == [room.added[0].sha256]


def test_only_parties_add_photos(room: Room) -> None:
    other = room.api.seat_pair().blue.token
    reader = api_token(room.services, room.pair, "read", "desk-1").token
    assert [room.send(picture(), token=token)[0] for token in ("unknown", other, reader)] == [401, 401, 403]
    assert not room.added


def test_a_removed_photo_leaves_its_hash_in_the_record(room: Room) -> None:
    room.send(picture())
    sha256 = room.added[0].sha256
    file = json_of(room.api.get(f"/api/v1/matches/{room.match}/disputes/1", room.judge))
    path = f"/api/v1/matches/{room.match}/disputes/1/photos/{file['photos'][0]['seq']}/removal"
    assert room.api.post(path, {}, room.pair.blue.token).status_code == 403
    assert room.api.post(path, {}, room.judge).status_code == 201
    assert room.services.store.photos.find_photo(room.match, sha256) is None
    [photo] = json_of(room.api.get(f"/api/v1/matches/{room.match}/disputes/1", room.judge))["photos"]
    assert (photo["sha256"], photo["removed"]) == (sha256, True)
    assert missing_photos(room.services.store, room.match) == []
    assert room.api.post(path, {}, room.judge).status_code == 409


@on_both_stores
def test_a_removal_deletes_the_photo_with_its_fact(room: Room, settings: Settings) -> None:
    """The process dies as soon as the fact is stored."""
    room.send(picture())
    environment = os.environ | dict(settings.store)
    environment |= {"RECOUNT_DATA": str(settings.data), "RECOUNT_RUNNER": "off"}
    command = [sys.executable, "-m", "tests.service.killed", "--removal", room.match]
    assert subprocess.run(command, env=environment, check=False).returncode == -9
    facts = room.services.store.facts(room.match)
    assert [fact.event.photo for fact in facts if isinstance(fact.event, PhotoRemoved)]
    assert room.services.store.photos.find_photo(room.match, room.added[0].sha256) is None


def test_a_removed_photo_is_not_in_the_file_of_the_store(room: Room, settings: Settings) -> None:
    room.send(picture())
    [added] = room.added
    content = room.services.store.photos.find_photo(room.match, added.sha256)
    assert content is not None
    file = settings.data / "recount.db"
    room.services.store.database.flush_log()
    assert content[-100:] in file.read_bytes()
    assert remove(room) == 201
    assert content[-100:] not in b"".join(path.read_bytes() for path in settings.data.glob("recount.db*"))


def test_photos_of_matches_without_an_event_have_a_total_by_owner_and_by_service(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = MatchOwnerRow(room.match, "network:1")
    room.services.store.match_owners.add_owner(row)
    assert room.send(picture())[0] == 201
    size = room.added[0].size
    for limit, sentence in (("MAX_OWNER_BYTES", "matches under way"), ("MAX_FREE_BYTES", "without an event")):
        with monkeypatch.context() as tight:
            tight.setattr(photos, limit, size + 10)
            status, text = room.send(picture(size=(32, 32)))
            assert (status, sentence in text) == (409, True), text
    assert room.send(picture(size=(32, 32)))[0] == 201


def test_an_audit_names_an_altered_photo_and_lists_a_missing_one(room: Room) -> None:
    room.send(picture())
    [added], store = room.added, room.services.store
    assert list(find_altered_photos(store)) == []
    store.database.execute_write(update(table).values(content=b"another picture"))
    [finding] = find_altered_photos(store)
    assert (finding.match, added.sha256 in finding.sentence) == (room.match, True)
    deletion = photo_deletion(room.match, added.sha256)
    store.database.execute_write(deletion.statement, **deletion.values)
    assert len(missing_photos(store, room.match)) == 1


def test_the_same_photo_is_not_added_twice(room: Room) -> None:
    assert room.send(picture())[0] == 201
    status, text = room.send(picture())
    assert (status, "has this photo already" in text) == (409, True)
