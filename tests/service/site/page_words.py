"""What a page says to those who look at it or have it read aloud, and gives its scripts to say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path

from babel.messages.pofile import read_po

import service
from replays.text.languages import catalogue_files
from service.shared.catalogues import catalogue_file as refusals

SERVICE = Path(service.__file__).parent
SHOWN = frozenset(("alt", "aria-label", "aria-description", "data-label", "placeholder", "title"))
"""Attributes whose text people read, or hear."""
DESCRIBES = frozenset(("description", "og:title", "og:description", "og:image:alt"))
"""What is said of a page elsewhere, by the names of `<meta>`."""
BUTTONS = frozenset(("button", "submit", "reset"))
"""Inputs whose value is their label."""
ALONE = frozenset(("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
"""Elements that are never closed."""
LITERAL = frozenset(("code", "pre", "style", "samp"))
"""Elements whose text is for machines."""
BREAKS = re.compile(r"[ \t\r\n]+")
"""White space of the source; spaces that hold words together stay."""
PRINTED = ("catalogue", "reel")
"""What pages are given as the service has it, in English: pages show the words that stand beside it."""


class Words(HTMLParser):
    """Collects what a page says (`said`), and gives its scripts to say (`given`), in its own language."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code
        self._open: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.given: list[str] = []
        self._script = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        inherited = self._open[-1][1] if self._open else self._code
        language = told.get("lang") or inherited
        if tag in LITERAL:
            language = ""
        if tag not in ALONE:
            self._open.append((tag, language))
        if language == self._code:
            self.said += [text for name, text in told.items() if text and _is_shown(tag, name, told)]
        self._script = (told.get("type") or "script") if tag == "script" else ""
        if told.get("id") == "record":
            self._script = "proof"

    def handle_endtag(self, tag: str) -> None:
        self._script = ""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._script == "application/json":
            self.given += texts(json.loads(data))
        elif not self._script and self._open and self._open[-1][1] == self._code:
            self.said.append(data)


def _is_shown(tag: str, name: str, told: dict[str, str]) -> bool:
    """Tells whether people read an attribute of an element."""
    if name == "content":
        return (told.get("name") or told.get("property", "")) in DESCRIBES
    return name in SHOWN or (name == "value" and tag == "input" and told.get("type") in BUTTONS)


def texts(told: object, printed: bool = False) -> Iterator[str]:
    """Yields every text in what a script is given; of what is *printed* on cards, only the texts to read."""
    if isinstance(told, str):
        if not printed:
            yield told
    elif isinstance(told, dict):
        for name, value in told.items():
            yield from texts(value, (printed or name in PRINTED) and name != "text")
    elif isinstance(told, list):
        yield from (text for value in told for text in texts(value, printed))


def page_words(page: str, code: str) -> tuple[set[str], set[str]]:
    """Returns what a page or an answer of JSON says in a language, and what it gives scripts to say."""
    words = Words(code)
    if page.startswith("{"):
        words.given += texts(json.loads(page))
    else:
        words.feed(page)
    said, given = ({BREAKS.sub(" ", text).strip() for text in of} for of in (words.said, words.given))
    return said, given


@cache
def english(code: str) -> tuple[frozenset[str], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Returns what is translated into a language: sentences; of one with braces, its longest part and all."""
    pages = (sorted(SERVICE.glob(f"{rooms}/locale/{code}/*.po")) for rooms in ("site", "faces/*"))
    files = [*catalogue_files(code), refusals(code), *chain(*pages)]
    plain: set[str] = set()
    parted: set[tuple[str, tuple[str, ...]]] = set()
    for file in files:
        with file.open("rb") as written:
            for entry in read_po(written):
                one = str(entry.id if isinstance(entry.id, str) else entry.id[0])
                parts = tuple(re.split(r"{\w+}", one))
                words = sum(len(re.findall(r"[A-Za-z]{2,}", part)) for part in parts)
                if words > 1 and one != entry.string:
                    parted.add((max(parts, key=len), parts)) if len(parts) > 1 else plain.add(one)
    return frozenset(plain), tuple(parted)


@cache
def left(text: str, code: str) -> bool:
    """Tells whether *text* is an English sentence that is translated."""
    plain, parted = english(code)
    return text in plain or any(longest in text and _filled(text, parts) for longest, parts in parted)


def _filled(text: str, parts: tuple[str, ...]) -> bool:
    """Tells whether *text* is made of *parts*, with something between them."""
    if not text.startswith(parts[0]) or not text.endswith(parts[-1]):
        return False
    at = len(parts[0])
    for part in parts[1:]:
        at = text.find(part, at + 1)
        if at < 0:
            return False
        at += len(part)
    return True


def untranslated(page: str, code: str) -> list[str]:
    """Returns what is English of a page in another language."""
    said, given = page_words(page, code)
    return sorted(text for text in said | given if left(text, code))
