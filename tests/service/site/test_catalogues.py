"""The pages' own words: each is said in every language, and nothing is kept that nobody says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from domain.table.facts import Delay
from domain.table.scene import Status
from service import faces
from service.shared import i18n
from service.site.bundle import MESSAGE

SITE = Path(i18n.__file__).parents[1] / "site"
FACES = Path(faces.__file__).parent
LANGUAGES = sorted(set(i18n.LANGUAGES) - {"en"})

CHOSEN_BY_NAME = {*get_args(Status), *Delay.__struct_fields__}
"""What is said of something that has a name already: how a match stands, in what its delay is measured."""
OPTION = re.compile(r"[a-z]+\.[a-z_]+(=.+)?")
"""An option of a game, or a value of it, is said in every language, English too."""


@cache
def said() -> dict[str, str]:
    """Every sentence that a page or a script says, and the file that says it."""
    found = {}
    for file in sorted(SITE.parent.rglob("*.py")):
        kinds: dict[str, tuple[int, ...] | None] = {"says": None, "says_in": (2,)}
        if file.is_relative_to(FACES):
            kinds["Message"] = None
        for _, message, *_ in extract_from_file("python", file, keywords=kinds):
            found[first(message)] = file.name
    for file in sorted((*(SITE / "static" / "js").rglob("*.js"), *FACES.rglob("*.js"))):
        for match in MESSAGE.finditer(file.read_text(encoding="utf-8")):
            found[json.loads(match["text"] or match["one"])] = file.name
    for file in sorted((SITE / "templates").rglob("*.html")):
        for _, message, *_ in extract_from_file("jinja2.ext:babel_extract", file, keywords={"_": None}):
            found[first(message)] = file.name
    return found


def first(message: str | Sequence[str]) -> str:
    return message if isinstance(message, str) else message[0]


def forms(entry: Message) -> Sequence[str]:
    return [entry.string] if isinstance(entry.string, str) else entry.string or ()


def catalogues(language: str) -> list[Path]:
    """The catalogues of the pages, and those of the faces of games."""
    return sorted((*(SITE / "locale" / language).glob("*.po"), *FACES.glob(f"*/locale/{language}/*.po")))


def written(language: str) -> Iterator[tuple[str, Message]]:
    """Every entry of a language, and the file it is in."""
    for file in catalogues(language):
        with file.open("rb") as entries:
            yield from ((file.name, entry) for entry in read_po(entries, locale=language) if entry.id)


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_said_is_said_in_every_language(language: str) -> None:
    known = {first(entry.id) for _, entry in written(language) if entry.string and all(entry.string)}
    assert len(said()) > 200
    assert sorted((room, sentence) for sentence, room in said().items() if sentence not in known) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_kept_that_nobody_says(language: str) -> None:
    unused = [
        (room, text)
        for room, entry in written(language)
        if (text := first(entry.id)) not in said()
        and text not in CHOSEN_BY_NAME
        and not OPTION.fullmatch(text)
    ]
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_written_twice(language: str) -> None:
    ids = [str(entry.id) for _, entry in written(language)]
    assert sorted({each for each in ids if ids.count(each) > 1}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_room_for_the_same_things(language: str) -> None:
    unlike = [
        entry.id
        for _, entry in written(language)
        for told in forms(entry)
        if fields(told) != fields(first(entry.id))
    ]
    assert unlike == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_is_of_the_language_of_its_folder(language: str) -> None:
    for file in catalogues(language):
        assert f'"Language: {language}\\n"' in file.read_text(encoding="utf-8"), file.name
