"""The changelog has a section for each version, in the form that the release script reads."""

from __future__ import annotations

from datetime import date

import pytest
from packaging.version import Version

from ops.release.changelog import CHANGELOG, GROUPS, UNRELEASED, released, sections
from ops.release.versions import product_version

TEXT = """# Changelog

## [Unreleased]

## [1.1.0] - 2027-02-03

### Added

- Chess.

## [1.0.0]

### Removed

- Draughts.
"""


def test_sections_begin_with_the_unreleased_one_and_versions_descend() -> None:
    first, *versions = sections(CHANGELOG.read_text())
    assert first.version == UNRELEASED
    numbers = [Version(section.version) for section in versions]
    assert numbers == sorted(numbers, reverse=True)
    assert all(section.day is not None for section in versions)
    assert product_version() in [section.version for section in versions]


def test_headings_are_those_of_the_form_in_its_order() -> None:
    for section in sections(CHANGELOG.read_text()):
        assert section.groups == [group for group in GROUPS if group in section.groups]


def test_a_section_has_a_version_a_day_and_its_changes() -> None:
    unreleased, newest, oldest = sections(TEXT)
    assert (unreleased.version, unreleased.day, unreleased.text) == (UNRELEASED, None, "")
    assert (newest.version, newest.day) == ("1.1.0", date(2027, 2, 3))
    assert newest.text == "### Added\n\n- Chess."
    assert oldest.groups == ["Removed"]


@pytest.mark.parametrize(("version", "found"), [("1.1.0", True), ("1.0.0", False), ("1.2.0", False)])
def test_a_version_is_released_once_its_section_has_a_day(version: str, found: bool) -> None:
    assert (released(TEXT, version) is not None) == found
