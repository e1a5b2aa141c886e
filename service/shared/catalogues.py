"""Languages with all that the service, its games and their tables say, without a request."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from domain.errors import LocalizableError
from replays.text.languages import ENGLISH, IN_ENGLISH, Language, catalogue_files, load_catalogues

_OWN = resources.files(__package__.rpartition(".")[0]) / "http" / "locale"


@cache
def language(code: str) -> Language:
    """Returns a language with all that this service, its games and their tables say in it."""
    return (
        IN_ENGLISH
        if code == ENGLISH
        else Language(code, load_catalogues(code, [*catalogue_files(code), catalogue_file(code)]))
    )


def catalogue_file(code: str) -> Traversable:
    """Returns the file with the translated refusals of the service."""
    return _OWN / code / "problems.po"


def localized_detail(error: Exception, code: str) -> str:
    """Returns the sentence of an *error*, in the language *code* where it has one in any."""
    return language(code).render(error.message) if isinstance(error, LocalizableError) else str(error)
