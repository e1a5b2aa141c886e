"""The text format that all games share for positions.

    arena chapter=4 edition=en / play round=3 vp=5:7 turn=GAS left=m1a0s1 / A.SAM at=e1 hp=8 strong=2 / …

Slashes separate the parts of a position. The first part has the name of the game. Each part is a name and its
words: `final` is a flag, `hp=8` a value, `hand=SAM01,SAM05` a list. Flags that are not set are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TypeAlias

from .messages import Message
from .notation import Unreadable

UNKNOWN = "?"
"""A card that nobody has seen."""

WordValue: TypeAlias = str | int | bool | tuple[object, ...] | None


def format_words(**words: WordValue) -> dict[str, str]:
    """Returns *words* in written form, without those that are empty, `None` or false.

    Blank items of a list, as a redacted board has them, become `?`, and `?3` for three in a row.
    """
    texts: dict[str, str] = {}
    for key, value in words.items():
        if value is True:
            texts[key] = ""
        elif value is not None and value is not False and value not in ("", ()):
            texts[key] = ",".join(_format_items(value)) if isinstance(value, tuple) else str(value)
    return texts


def _format_items(items: tuple[object, ...]) -> Iterator[str]:
    for is_blank, group in groupby(map(str, items), lambda item: not item):
        run = list(group)
        if is_blank:
            run = [UNKNOWN if len(run) == 1 else f"{UNKNOWN}{len(run)}"]
        yield from run


def join_parts(parts: Iterable[tuple[str, Mapping[str, str]]]) -> str:
    """Returns a position of *parts*, each a name and its words."""
    return " / ".join(
        " ".join((name, *(f"{key}={value}" if value else key for key, value in words.items())))
        for name, words in parts
    )


class Part:
    """A part of a position during parsing, with its name and the remaining words."""

    def __init__(self, number: int, text: str) -> None:
        if not text.strip():
            raise Unreadable(Message("Part {number} of the position is empty.", number=number))
        self.name, *words = text.split()
        self._number = number
        self._expected: list[str] = []
        self._remaining: dict[str, str] = {}
        for word in words:
            key, equals, value = word.partition("=")
            if key in self._remaining:
                raise self.error(Message("“{key}” stands twice", key=key))
            if equals and not value:
                raise self.error(Message("“{word}” should go on after the “=”", word=word))
            self._remaining[key] = value

    def error(self, sentence: Message) -> Unreadable:
        """Returns an error that quotes the part and gives *sentence* as the reason."""
        return Unreadable(
            Message(
                "Part {number} of the position, “{name}”: {sentence}.",
                number=self._number,
                name=self.name,
                sentence=sentence,
            )
        )

    def take_text(self, key: str) -> str:
        """Removes the value of *key* and returns it, or an empty text without one."""
        self._expected.append(key)
        value = self._remaining.pop(key, None)
        if value == "":
            raise self.error(Message("“{key}” should be “{key}=…”", key=key))
        return value or ""

    def take_flag(self, key: str) -> bool:
        """Removes the word *key* and returns whether it was present."""
        self._expected.append(key)
        value = self._remaining.pop(key, None)
        if value:
            raise self.error(Message("“{key}={value}” should be “{key}” alone", key=key, value=value))
        return value is not None

    def take_number(self, key: str) -> int | None:
        """Removes the number *key* and returns it, or `None` without one."""
        value = self.take_text(key)
        return self.parse_number(key, value) if value else None

    def parse_number(self, key: str, value: str) -> int:
        """Returns *value* as the number of *key*."""
        if not (value.isascii() and value.isdigit() and len(value) <= 9):
            raise self.error(Message("“{key}={value}” should be a number", key=key, value=value))
        return int(value)

    def require_number(self, key: str) -> int:
        """Removes the number *key* and returns it; raises `Unreadable` without one."""
        value = self.take_number(key)
        if value is None:
            raise self.error(Message("“{key}=” and a number are missing", key=key))
        return value

    def take_list(self, key: str) -> tuple[str, ...]:
        """Removes the list *key* and returns it, empty without one."""
        value = self.take_text(key)
        values = tuple(value.split(",")) if value else ()
        if "" in values:
            raise self.error(Message("“{key}={value}” has a comma too many", key=key, value=value))
        return values

    def require_one_of(self, key: str, value: str, allowed: Iterable[str]) -> str:
        """Returns *value* if it is one of *allowed*; raises `Unreadable` otherwise."""
        choices = list(allowed)
        if value not in choices:
            raise self.error(
                Message(
                    "“{key}={value}” should be one of {known}", key=key, value=value, known=", ".join(choices)
                )
            )
        return value

    def take_numbers(self, keys: Iterable[str]) -> dict[str, int]:
        """Removes the remaining words of *keys*, each a number, and returns them in written order."""
        expected = tuple(keys)
        self._expected += expected
        return {key: self.require_number(key) for key in list(self._remaining) if key in expected}

    def require_end(self) -> None:
        """Raises `Unreadable` for a word that remains."""
        if self._remaining:
            word, expected = next(iter(self._remaining)), ", ".join(dict.fromkeys(self._expected))
            if not expected:
                raise self.error(
                    Message("“{left}” means nothing here, where the name stands alone", left=word)
                )
            raise self.error(
                Message("“{left}” means nothing here; expected are {known}", left=word, known=expected)
            )


def parse_parts(text: str, game: str) -> list[Part]:
    """Returns the parts of *text*, a position of *game*; raises `Unreadable`."""
    parts = [Part(number, part) for number, part in enumerate(text.split("/"), start=1)]
    if parts[0].name != game:
        raise Unreadable(
            Message(
                "A position of this game begins with “{game}”, not with “{name}”.",
                game=game,
                name=parts[0].name,
            )
        )
    return parts


def game_of(text: str) -> str:
    """Returns the name of the game of a position, its first word."""
    return next(iter(text.split()), "")
