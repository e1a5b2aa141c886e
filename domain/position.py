"""Positions as text: the way of writing that every game's notation of positions shares.

    arena chapter=4 edition=en / play round=3 vp=5:7 turn=GAS left=m1a0s1 / A.SAM at=e1 hp=8 strong=2 / …

A position is written in parts between slashes; the first is called after the game. A part is a name and
its words: `final` says that it is so, `hp=8` gives a value, `hand=SAM01,SAM05` a list. What is not so is
left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from .messages import Message
from .notation import Unreadable

Said: TypeAlias = str | int | bool | tuple[object, ...] | None


def said(**words: Said) -> dict[str, str]:
    """Returns *words* as they are written; what is empty, none or not so is not."""
    written: dict[str, str] = {}
    for key, value in words.items():
        if value is True:
            written[key] = ""
        elif value is not None and value is not False and value not in ("", ()):
            written[key] = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return written


def write(parts: Iterable[tuple[str, Mapping[str, str]]]) -> str:
    """Returns a position of *parts*, each a name and its words."""
    return " / ".join(
        " ".join((name, *(f"{key}={value}" if value else key for key, value in words.items())))
        for name, words in parts
    )


class Part:
    """A part of a position while it is read: its name, and the words that nobody has taken yet."""

    def __init__(self, number: int, text: str) -> None:
        if not text.strip():
            raise Unreadable(Message("Part {number} of the position is empty.", number=number))
        self.name, *words = text.split()
        self._number = number
        self._known: list[str] = []
        self._left: dict[str, str] = {}
        for word in words:
            key, equals, value = word.partition("=")
            if key in self._left:
                raise self.wrong(Message("“{key}” stands twice", key=key))
            if equals and not value:
                raise self.wrong(Message("“{word}” should go on after the “=”", word=word))
            self._left[key] = value

    def wrong(self, sentence: Message) -> Unreadable:
        """Returns the error that tells *sentence* of this part."""
        return Unreadable(
            Message(
                "Part {number} of the position, “{name}”: {sentence}.",
                number=self._number,
                name=self.name,
                sentence=sentence,
            )
        )

    def text(self, key: str) -> str:
        """Takes the value of *key*; empty when it is left out."""
        self._known.append(key)
        value = self._left.pop(key, None)
        if value == "":
            raise self.wrong(Message("“{key}” should be “{key}=…”", key=key))
        return value or ""

    def flag(self, key: str) -> bool:
        """Takes the word *key*; tells whether it stands there."""
        self._known.append(key)
        value = self._left.pop(key, None)
        if value:
            raise self.wrong(Message("“{key}={value}” should be “{key}” alone", key=key, value=value))
        return value is not None

    def number(self, key: str) -> int | None:
        """Takes the number *key*; `None` when it is left out."""
        value = self.text(key)
        return self.count(key, value) if value else None

    def count(self, key: str, value: str) -> int:
        """Returns *value* as the number that *key* wants."""
        if not (value.isascii() and value.isdigit() and len(value) <= 9):
            raise self.wrong(Message("“{key}={value}” should be a number", key=key, value=value))
        return int(value)

    def needed(self, key: str) -> int:
        """Takes the number *key*, which cannot be left out."""
        value = self.number(key)
        if value is None:
            raise self.wrong(Message("“{key}=” and a number are missing", key=key))
        return value

    def each(self, key: str) -> tuple[str, ...]:
        """Takes the list *key*; empty when it is left out."""
        value = self.text(key)
        listed = tuple(value.split(",")) if value else ()
        if "" in listed:
            raise self.wrong(Message("“{key}={value}” has a comma too many", key=key, value=value))
        return listed

    def one_of(self, key: str, value: str, allowed: Iterable[str]) -> str:
        """Returns *value*, which has to be one of *allowed*."""
        known = list(allowed)
        if value not in known:
            raise self.wrong(
                Message(
                    "“{key}={value}” should be one of {known}", key=key, value=value, known=", ".join(known)
                )
            )
        return value

    def counts(self, keys: Iterable[str]) -> dict[str, int]:
        """Takes the words that are left and of *keys*, in the order they stand in, each a number."""
        known = tuple(keys)
        self._known += known
        return {key: self.needed(key) for key in list(self._left) if key in known}

    def close(self) -> None:
        """Says that all words should have been taken by now."""
        if self._left:
            left, known = next(iter(self._left)), ", ".join(dict.fromkeys(self._known))
            if not known:
                raise self.wrong(
                    Message("“{left}” means nothing here, where the name stands alone", left=left)
                )
            raise self.wrong(
                Message("“{left}” means nothing here; expected are {known}", left=left, known=known)
            )


def read(text: str, game: str) -> list[Part]:
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
    """Returns the name of the game that *text* is a position of: its first word."""
    return next(iter(text.split()), "")
