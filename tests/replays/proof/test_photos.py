"""Photos beside a record: whatever stands in a ZIP file or in a fact, the comparison ends in a report."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from replays.proof.standalone.photos import (
    ADDED,
    REMOVED,
    NoPhotos,
    PhotoReport,
    RecordedFact,
    compare_photos,
)

PHOTOS = [bytes([number]) * (100 + number) for number in range(3)]
HASHES = [hashlib.sha256(photo).hexdigest() for photo in PHOTOS]
FACTS = [
    RecordedFact("m", seq, ADDED, {"sha256": sha256, "size": len(photo)})
    for seq, (sha256, photo) in enumerate(zip(HASHES, PHOTOS, strict=True), 1)
]
MUTANTS = 400


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A ZIP file with three photos."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for sha256, photo in zip(HASHES, PHOTOS, strict=True):
            archive.writestr(f"{sha256}.jpg", photo)
    path = tmp_path / "photos.zip"
    path.write_bytes(packed.getvalue())
    return path


def is_whole(report: PhotoReport) -> bool:
    """Whether all three photos agree."""
    return report.found == () and report.notes[0].startswith(
        "Photos: 3 agree with their hashes, 0 are missing"
    )


def test_a_zip_file_with_a_changed_byte_never_has_other_photos_that_agree(file: Path) -> None:
    luck, content, outcomes = Random(19), file.read_bytes(), Counter[str]()
    places = [(content.index(photo), photo) for photo in PHOTOS]
    for _ in range(MUTANTS):
        mutant = bytearray(content)
        place = luck.randrange(len(mutant))
        mutant[place] ^= 1 << luck.randrange(8)
        file.write_bytes(mutant)
        try:
            report = compare_photos(FACTS, file)
        except NoPhotos:
            outcomes["refused"] += 1
            continue
        outcomes["whole" if is_whole(report) else "altered" if report.found else "missing"] += 1
        is_inside = any(first <= place < first + len(photo) for first, photo in places)
        assert not (is_inside and is_whole(report))
    assert {*outcomes} == {"refused", "whole", "altered", "missing"}


FORGED: list[tuple[str, dict[str, Any]]] = [
    (ADDED, {}),
    (ADDED, {"sha256": [], "size": 1}),
    (ADDED, {"sha256": "a" * 64, "size": "1"}),
    (ADDED, {"sha256": "a", "size": 1}),
    (REMOVED, {}),
    (REMOVED, {"photo": []}),
    (REMOVED, {"photo": 7}),
]


@pytest.mark.parametrize(("kind", "data"), FORGED)
def test_a_forged_fact_is_no_photo(file: Path, kind: str, data: dict[str, Any]) -> None:
    report = compare_photos([*FACTS, RecordedFact("m", 9, kind, data)], file)
    assert is_whole(report)


def test_a_file_of_no_size_in_the_records_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / f"{HASHES[0]}.jpg").open("wb") as file:
        file.truncate(1 << 34)  # a sparse file of 16 GB, which takes half a minute to read
    [finding] = compare_photos(FACTS, tmp_path).found
    assert (finding.seq, finding.what) == (1, "photo")
