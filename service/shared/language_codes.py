"""Languages of the service."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "fr", "it"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""Languages of the rules and of the pages."""
