"""What takes long is dealt out evenly, and begun first."""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

from tests.shares import shares

ROOT = PurePath("tests")


class Case(NamedTuple):
    """A test in a file."""

    path: PurePath
    name: str


def cases(file: str, count: int) -> list[Case]:
    return [Case(ROOT / file, f"{file} {number}") for number in range(count)]


def test_each_worker_begins_with_its_part_of_what_takes_long() -> None:
    desk, lobby, killed = (
        cases("browser/desk.py", 2),
        cases("browser/lobby.py", 1),
        cases("faults/killed.py", 1),
    )
    rules = cases("domain/rules.py", 6)
    ordered = shares([*desk, *rules[:3], *killed, *lobby, *rules[3:]], 2, ROOT)
    assert ordered[:5] == [*killed, *desk, *rules[:2]], "waits for others first, then has the browser"
    assert ordered[5:] == [*lobby, *rules[2:]]


def test_nothing_is_lost_where_one_file_is_longer_than_a_share() -> None:
    tests = [*cases("browser/desk.py", 5), *cases("domain/rules.py", 2)]
    assert sorted(shares(tests, 3, ROOT)) == sorted(tests)
