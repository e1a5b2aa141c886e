"""The checkers that need nothing of the service, in Python and in JavaScript, say the same of every file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from replays.proof import record, standalone
from replays.proof.standalone.facts import field

from .checker import Checked, Found, checked
from .signers import SigningService
from .test_checker import GAMES, altered, exported, forged, of_chance


def said(file: bytes) -> Checked:
    """What the one in Python says, in the form of the other."""
    try:
        told = standalone.check(file)
    except standalone.NoRecord as refusal:
        return Checked(refused=str(refusal))
    found = tuple(Found(*each) for each in told.found)
    return Checked(
        found, told.checked, told.unchecked, told.imports, "", told.left, told.unproved, told.verdict
    )


def alike(one: Checked, other: Checked) -> bool:
    """Whether two say the same; where a check trips over a record, each says so in words of its own."""
    kinds = [[(found.seq, found.what) for found in each.found] for each in (one, other)]
    counts = [
        (bool(each.refused), each.checked, each.unchecked, each.imports, each.left, each.verdict)
        for each in (one, other)
    ]
    return kinds[0] == kinds[1] and counts[0] == counts[1]


def test_of_whole_records_they_say_the_same_to_the_letter(tmp_path: Path) -> None:
    told = [exported(game, version) for game in GAMES for version in (1, 2, 3)]
    told += [exported(game, 3, who) for game in GAMES for who in ("spectator", "seat-0", "seat-1")]
    files = [*map(record.dump_record, told)]
    assert [said(file) for file in files] == checked(tmp_path, files)


@pytest.mark.parametrize("game", GAMES)
def test_of_altered_records_they_find_the_same(game: str, tmp_path: Path) -> None:
    files = altered(record.dump_record(exported(game, 3)))
    theirs = dict(zip(files, checked(tmp_path, files.values()), strict=True))
    ours = {what: said(file) for what, file in files.items()}
    assert all(each.found for each in ours.values())
    assert [(what, ours[what], theirs[what]) for what in files if not alike(ours[what], theirs[what])] == []


def test_of_what_chance_did_not_draw_they_find_the_same(tmp_path: Path) -> None:
    def turned(event: Any) -> Any:
        return type(event)(event.seat, event.picks[::-1], event.at, options=event.options)

    file = record.dump_record(forged(of_chance(turned)))
    assert [said(file)] == checked(tmp_path, [file])
    assert said(file).found[0].what == "shuffle"


@pytest.mark.parametrize(
    "file", [b"", b"[]", b"{", b'{"format": "recount-record/1"}', b'{"a": 1, "a": 2}', b"1.5"]
)
def test_what_is_no_record_is_refused(file: bytes) -> None:
    assert said(file).refused


def test_a_record_is_not_believed_with_the_key_of_somebody_else() -> None:
    file = record.dump_record(exported("arena", 3))
    assert standalone.check(file, [str(SigningService().keys[0])]).found == ()
    other = standalone.check(file, [str(SigningService("another").keys[0])])
    assert {finding.what for finding in other.found} == {"receipt", "log"}


def test_it_shares_no_code_with_the_service() -> None:
    for module in Path(standalone.__file__).parent.glob("*.py"):
        text = module.read_text(encoding="utf-8")
        assert "from .." not in text
        assert not any(
            f"{word} {package}" in text for word in ("from", "import") for package in ("domain", "replays")
        )
    assert field({"data": {}, "opened": {}}, "nothing") is None
