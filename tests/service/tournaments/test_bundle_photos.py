"""The photos of a tournament's tables travel beside its bundle, and checkers compare them with its hashes."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from replays import check as command
from service.bootstrap import Services
from service.cli import main
from service.settings import Settings
from service.tournaments.exports.photos import zip_chunks
from tests.service.browser import Browser, text
from tests.service.cases.test_photos import picture
from tests.service.client import Api, json_of

from .desk import WIN
from .test_bundle import exported
from .test_recorded_tables import RecordedTable

COUNTS = (
    "Photos: {} agree with their hashes, {} are missing, {} were altered, and {} were removed. "
    "No record names {} of the files."
)


class Album:
    """A table with two photos of its sheet and one that was removed, in a tournament that is over."""

    def __init__(self, api: Api, services: Services, folder: Path) -> None:
        self.api, self.services, self.folder = api, services, folder
        self.table = RecordedTable(api, services)
        self.desk = self.table.desk
        self.kept = [self.add((64, 48))[0], self.add((80, 60))[0]]
        self.removed, seq = self.add((96, 72))
        self.removed_content = self.content(self.removed)
        removal = f"{self.table.path}/photos/{seq}/removal"
        assert api.post(removal, {}, self.desk.token).status_code == 201
        self.table.sign_on_paper()
        self.table.results()
        self.desk.enters(1, 2, WIN)
        self.desk.did("close", stage=1, round=1)
        self.desk.ends(services, overrule="the hall closes")
        self.bundle = folder / "bundle.json"
        self.bundle.write_text(json.dumps(exported(self.desk)))

    def add(self, size: tuple[int, int]) -> tuple[str, int]:
        """Adds a photo; returns its hash and the number of its fact."""
        headers = {"Authorization": f"Bearer {self.desk.token}"}
        client = self.api.app.test_client()
        reply = client.post(f"{self.table.path}/photos", data=picture(size=size), headers=headers)
        assert reply.status_code == 201, reply.text
        [fact] = json_of(reply)["facts"]
        return fact["event"]["sha256"], fact["seq"]

    def content(self, sha256: str) -> bytes:
        """The bytes of a photo."""
        return bytes(self.api.get(f"{self.table.path}/photos/{sha256}", self.desk.token).data)

    def save(self, token: str = "") -> Path:
        """Saves the photos as a ZIP file."""
        path = f"/api/v1/tournaments/{self.desk.tournament}/photos"
        reply = self.api.get(path, token or self.desk.token)
        assert (reply.status_code, reply.content_type) == (200, "application/zip"), reply.text
        file = self.folder / "photos.zip"
        file.write_bytes(reply.data)
        return file

    def unpack(self) -> Path:
        """Saves the photos in a folder."""
        folder = self.folder / "photos"
        with zipfile.ZipFile(self.save()) as archive:
            archive.extractall(folder)
        return folder

    def check(self, photos: Path) -> tuple[int, str]:
        """Verifies the bundle and *photos*; both checkers in Python say the same of the photos."""
        key = str(self.services.evidence.public_keys()[0])
        codes, lines = [], []
        for module in ("replays.check", "replays.proof.standalone"):
            words = [sys.executable, "-m", module, self.bundle, "--key", key, "--photos", photos]
            done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)
            codes.append(done.returncode)
            lines.append([line for line in (done.stdout + done.stderr).splitlines() if "hoto" in line])
        assert codes[0] == codes[1]
        # The standalone checker begins a finding with its kind and the number of its fact.
        assert [line[-60:] for line in lines[0]] == [line[-60:] for line in lines[1]]
        return codes[0], "\n".join(lines[0])


@pytest.fixture
def album(api: Api, services: Services, tmp_path: Path) -> Album:
    return Album(api, services, tmp_path)


def test_organizers_and_judges_get_each_photo_by_its_hash_and_others_get_none(album: Album) -> None:
    path, issue_token = (
        f"/api/v1/tournaments/{album.desk.tournament}/photos",
        album.services.api_tokens.issue_token,
    )
    judge = issue_token("judge-1", ["judge"], event=album.desk.tournament).token
    scorekeeper = issue_token("score-1", ["score"], event=album.desk.tournament).token
    stranger = issue_token("judge-2", ["judge"]).token
    with zipfile.ZipFile(album.save(judge)) as archive:
        assert sorted(archive.namelist()) == sorted(f"{sha256}.jpg" for sha256 in album.kept)
        for name in archive.namelist():
            assert hashlib.sha256(archive.read(name)).hexdigest() == Path(name).stem
    tokens = (scorekeeper, stranger, album.desk.tokens["Ada"])
    assert [album.api.get(path, token).status_code for token in tokens] == [403, 403, 403]
    assert album.api.get(path).status_code == 401
    assert album.api.get("/api/v1/tournaments/t-none/photos", album.desk.token).status_code == 404


def test_the_public_bundle_has_hashes_alone(album: Album) -> None:
    bundle = album.bundle.read_text()
    assert [sha256 in bundle for sha256 in (*album.kept, album.removed)] == [True, True, True]
    assert "/9j/" not in bundle  # a JPEG in Base64


def test_the_file_streams_one_photo_at_a_time(album: Album) -> None:
    chunks = [*zip_chunks(album.services, album.desk.tournament)]
    photos = [chunk for chunk in chunks if b"\xff\xd8\xff" in chunk]
    assert [chunk.count(b"\xff\xd8\xff") for chunk in photos] == [1, 1]
    with zipfile.ZipFile(io.BytesIO(b"".join(chunks))) as archive:
        assert archive.testzip() is None


def test_photos_in_a_zip_file_and_in_a_folder_agree_with_the_records(album: Album) -> None:
    for photos in (album.save(), album.unpack()):
        code, said = album.check(photos)
        assert (code, COUNTS.format(2, 0, 0, 1, 0) in said) == (command.UNTOUCHED, True), said
        assert f"the photo {album.removed} was removed." in said


def test_a_missing_photo_and_a_foreign_file_are_no_failure(album: Album) -> None:
    folder = album.unpack()
    (folder / f"{album.kept[0]}.jpg").unlink()
    (folder / "lunch.jpg").write_bytes(picture(size=(10, 10)))
    code, said = album.check(folder)
    assert (code, COUNTS.format(1, 1, 0, 1, 1) in said) == (command.UNTOUCHED, True), said
    assert f"the photo {album.kept[0]} is missing; its hash stays." in said


def test_a_copy_of_a_removed_photo_is_named(album: Album) -> None:
    folder = album.unpack()
    (folder / "copy.jpg").write_bytes(album.removed_content)
    code, said = album.check(folder)
    assert (code, COUNTS.format(2, 0, 0, 1, 0) in said) == (command.UNTOUCHED, True), said
    assert f"the photo {album.removed} was removed; a copy of it is here." in said


def retouch(file: Path) -> None:
    """Somebody paints over a photo."""
    content = file.read_bytes()
    file.write_bytes(content[:-3] + bytes([content[-3] ^ 1]) + content[-2:])


def replace(file: Path) -> None:
    """Somebody puts another photo in the place of a photo."""
    file.write_bytes(picture(size=(200, 100)))


@pytest.mark.parametrize("alter", [retouch, replace])
def test_a_photo_with_other_bytes_is_a_failure(album: Album, alter: Callable[[Path], None]) -> None:
    folder = album.unpack()
    alter(folder / f"{album.kept[1]}.jpg")
    code, said = album.check(folder)
    assert (code, COUNTS.format(1, 0, 1, 1, 0) in said) == (command.ALTERED, True), said
    assert f"the photo {album.kept[1]} was altered: its bytes have another hash." in said


def test_two_photos_with_exchanged_names_are_a_failure(album: Album) -> None:
    folder = album.unpack()
    first, second = (folder / f"{sha256}.jpg" for sha256 in album.kept)
    first.rename(folder / "swap")
    second.rename(first)
    (folder / "swap").rename(second)
    code, said = album.check(folder)
    assert (code, COUNTS.format(0, 0, 2, 1, 0) in said) == (command.ALTERED, True), said


def test_a_damaged_zip_file_has_an_altered_photo_and_another_file_is_refused(album: Album) -> None:
    file = album.save()
    content = bytearray(file.read_bytes())
    content[content.index(b"\xff\xd8\xff") + 30] ^= 1
    file.write_bytes(content)
    code, said = album.check(file)
    assert (code, COUNTS.format(1, 0, 1, 1, 0) in said) == (command.ALTERED, True), said
    file.write_text("Dear Ada, the photos are on the other disk.")
    code, said = album.check(file)
    assert (code, "is neither a folder nor a ZIP file" in said) == (command.UNREADABLE, True), said


def test_the_command_line_writes_the_bundle_and_a_folder_of_photos(
    album: Album, settings: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "album"
    words = ["tournament", "export", album.desk.tournament, "--format", "bundle", "--photos", str(folder)]
    runner = CliRunner(env={"RECOUNT_DATA": str(settings.data)})
    exporting = runner.invoke(main, words, prog_name="recount")
    assert exporting.exit_code == 0, exporting.output
    assert exporting.stderr == f"2 photos are in {folder}.\n"
    album.bundle.write_text(exporting.stdout)
    code, said = album.check(folder)
    assert (code, COUNTS.format(2, 0, 0, 1, 0) in said) == (command.UNTOUCHED, True), said
    refused = runner.invoke(main, [*words[:3], "--photos", str(folder)], prog_name="recount")
    assert (refused.exit_code, "say --format bundle" in refused.output) == (2, True)


def test_the_desk_has_a_link_to_the_photos_for_organizers_and_judges(app: Flask, album: Album) -> None:
    event = f"/t/{album.desk.tournament}"
    link, tokens = f"{event}/desk/photos.zip", album.services.api_tokens
    issued = {
        scope: tokens.issue_token(scope, [scope], event=album.desk.tournament).token
        for scope in ("judge", "score")
    }
    shown = {}
    for role, token in {"organizer": album.desk.token, **issued}.items():
        browser = Browser(app)
        assert (
            browser.post("/t/enter", {"token": token, "tournament": album.desk.tournament}).status_code == 303
        )
        shown[role] = (f'href="{link}"' in browser.get(f"{event}/desk").text, browser.get(link).status_code)
    assert shown == {"organizer": (True, 200), "judge": (True, 200), "score": (False, 403)}
    visitor = Browser(app)
    assert link not in visitor.get(event).text
    assert visitor.get(link).status_code == 401
    assert "API token" in text(visitor.get(link))
