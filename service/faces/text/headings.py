"""The headings of the choices in any other game."""

from __future__ import annotations


def choice_headings() -> dict[str, str]:
    """Returns no headings, so that all choices form one group."""
    return {}
