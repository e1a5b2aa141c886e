"""Compares the photos in a folder or a ZIP file with their hashes in the facts of records.

A photo that is missing is no alteration: its hash stays in the record. One with other bytes is an alteration.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, NamedTuple

from .facts import Finding

ADDED, REMOVED = "table.PhotoAdded", "table.PhotoRemoved"
_HASH = re.compile(r"[0-9a-f]{64}")
_CHUNK_BYTES = 65_536
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError)
"""Errors of the library in damaged ZIP files."""


class NoPhotos(ValueError):
    """A path is neither a folder nor a ZIP file."""


class RecordedFact(NamedTuple):
    """A fact of a match with its type and its public fields."""

    match: str
    seq: int
    type: str
    data: Mapping[str, Any]


class PhotoReport(NamedTuple):
    """The findings on photos with other bytes, and sentences on all others, such as missing ones."""

    found: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


class _Photo(NamedTuple):
    match: str
    seq: int
    sha256: str
    size: int

    @property
    def subject(self) -> str:
        """The beginning of a sentence about it."""
        return f"Match {self.match}, fact {self.seq}: the photo {self.sha256}"


def compare_photos(facts: Iterable[RecordedFact], path: Path) -> PhotoReport:
    """Returns the report on the photos at *path*, a folder or a ZIP file.

    The name of a file may be the hash of its photo. Raises `NoPhotos` and `OSError`.
    """
    photos, removed = _read_photos(facts)
    named = {photo.sha256 for photo in (*photos, *removed)}
    sizes = {photo.size for photo in (*photos, *removed)}
    agreeing, altered, foreign = set[str](), set[str](), 0
    for name, digest in _hash_files(path, sizes):
        claimed = PurePosixPath(name).stem
        if claimed in named and digest != claimed:
            altered.add(claimed)
        elif digest in named:
            agreeing.add(digest)
        else:
            foreign += 1
    found = [
        Finding(photo.seq, "photo", f"{photo.subject} was altered: its bytes have another hash.")
        for photo in (*photos, *removed)
        if photo.sha256 in altered
    ]
    missing = [photo for photo in photos if photo.sha256 not in agreeing | altered]
    summary = (
        f"Photos: {sum(photo.sha256 in agreeing for photo in photos)} agree with their hashes, "
        f"{len(missing)} are missing, {len(found)} were altered, and {len(removed)} were removed. "
        f"No record names {foreign} of the files."
    )
    notes = [f"{photo.subject} is missing; its hash stays." for photo in missing]
    for photo in removed:
        copy = "; a copy of it is here" if photo.sha256 in agreeing else ""
        notes.append(f"{photo.subject} was removed{copy}.")
    return PhotoReport(tuple(found), (summary, *notes))


def _read_photos(facts: Iterable[RecordedFact]) -> tuple[list[_Photo], list[_Photo]]:
    """Returns the photos in *facts*, and those that facts have removed."""
    photos: dict[tuple[str, int], _Photo] = {}
    removed = list[_Photo]()
    for match, seq, kind, data in facts:
        if kind == ADDED and _HASH.fullmatch(str(data.get("sha256"))) and isinstance(data.get("size"), int):
            photos[match, seq] = _Photo(match, seq, data["sha256"], data["size"])
        elif kind == REMOVED and isinstance(data.get("photo"), int):
            removed += [photo] if (photo := photos.pop((match, data["photo"]), None)) else []
    return [*photos.values()], removed


def _hash_files(path: Path, sizes: set[int]) -> Iterator[tuple[str, str]]:
    """Yields the name and the SHA-256 of each file.

    The hash is empty for a damaged file, and for one with none of the *sizes*, which nobody needs to read.
    """
    if path.is_dir():
        for file in sorted(file for file in path.iterdir() if file.is_file()):
            with file.open("rb") as stream:
                yield file.name, _hash_stream(stream) if file.stat().st_size in sizes else ""
        return
    try:
        archive = zipfile.ZipFile(path)
    except _DAMAGE as error:
        raise NoPhotos(f"{path} is neither a folder nor a ZIP file: {error}.") from error
    with archive:
        for entry in archive.infolist():
            if not entry.is_dir():
                is_readable = entry.file_size in sizes and entry.compress_type in _COMPRESSIONS
                yield entry.filename, _hash_entry(archive, entry) if is_readable else ""


def _hash_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> str:
    try:
        with archive.open(entry) as stream:
            return _hash_stream(stream)
    except (*_DAMAGE, OSError):  # of an offset before the file, for example
        return ""


def _hash_stream(stream: BinaryIO | Any) -> str:
    digest = hashlib.sha256()
    while chunk := stream.read(_CHUNK_BYTES):
        digest.update(chunk)
    return digest.hexdigest()
