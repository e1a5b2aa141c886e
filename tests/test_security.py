"""The threat model is a test: each claim of SECURITY.md names the test that attacks it, group by group."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import chain

import pytest

from service.http.tags import Tag

from .test_architecture import ROOT

THREATS = {*"STRIDE"}
OPERATIONS = "Operations"
"""The group of the command line, which the document of the API does not have."""
_GROUP = re.compile(r"^### (.+)\n\n((?:\|.*\n)+)", re.MULTILINE)
_ROW = re.compile(r"\|([STRIDE]+)\|(.+)\|(.*)\|`(.+\.py::test_\w+)`\|")


def groups() -> dict[str, list[tuple[str, str, str, str]]]:
    """Returns the rows of each group: threats, claim, bound party and test."""
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    found: dict[str, list[tuple[str, str, str, str]]] = {}
    for name, table in _GROUP.findall(text):
        _, _, *lines = table.splitlines()
        matches = [_ROW.fullmatch(line) for line in lines]
        assert None not in matches, (name, lines[matches.index(None)])
        found[name] = [(match[1], match[2], match[3], match[4]) for match in matches if match]
    return found


def test_each_group_of_the_api_has_a_section() -> None:
    names = [name for heading in groups() for name in heading.split(", ")]
    assert sorted(names) == sorted([*(tag.value for tag in Tag), OPERATIONS])


@pytest.mark.parametrize("group", groups())
def test_a_section_answers_each_threat(group: str) -> None:
    assert {*chain.from_iterable(threats for threats, *_ in groups()[group])} == THREATS


def test_each_claim_names_a_test_that_is_collected() -> None:
    tests = sorted({f"tests/{test}" for rows in groups().values() for *_, test in rows})
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:xdist", *tests],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert collected.returncode == 0, collected.stdout + collected.stderr
    found = {line.partition("[")[0] for line in collected.stdout.splitlines() if "::" in line}
    assert found == {*tests}
    assert len(tests) > 50
