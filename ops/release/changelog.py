"""Sections of the changelog, one a version (Keep a Changelog 1.1.0)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from msgspec import Struct

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"
UNRELEASED = "Unreleased"
GROUPS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
"""Headings within a section, in the order in which they appear."""

_HEADING = re.compile(r"^## \[(?P<version>[^]]+)\](?: - (?P<day>\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


class Section(Struct, frozen=True):
    """The changes of a version; `day` is `None` before its release."""

    version: str
    day: date | None
    text: str

    @property
    def groups(self) -> list[str]:
        """The headings of the section."""
        return re.findall(r"^### (.+)$", self.text, re.MULTILINE)


def sections(text: str) -> Iterator[Section]:
    """Yields the sections of a changelog, the newest first."""
    headings = [*_HEADING.finditer(text)]
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    for heading, end in zip(headings, ends, strict=True):
        day = date.fromisoformat(heading["day"]) if heading["day"] else None
        yield Section(heading["version"], day, text[heading.end() : end].strip())


def released(text: str, version: str) -> Section | None:
    """Returns the section of *version* if it has a date and changes."""
    return next((one for one in sections(text) if one.version == version and one.day and one.groups), None)
