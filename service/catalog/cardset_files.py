"""Files of card sets, with diagnostics by line and a digest that matches pin.

A file is a mapping with the fields of its game's `CardSet`. Its field `game` names the game, by default the
first one. Its name is the field `name`, or the name of the file in a game without such a field.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from domain.games import GAMES, Game

from ..shared import yaml_files
from ..shared.yaml_files import Diagnostic, InvalidYaml, ValuePath

DEFAULT_GAME = next(iter(GAMES.values()))


class CardSet(NamedTuple):
    """Card set, with its book, its data, and the SHA-256 of the data.

    The digest covers the data and their order, not the layout of the file. `file` is `None` for a set from
    the store.
    """

    game: str
    name: str
    book: Any
    data: dict[str, Any]
    digest: str
    file: Path | None = None

    def content(self) -> bytes:
        """Returns the set as JSON; `restore_card_set` reads it."""
        return msgspec.json.encode(_CardSetContent(self.game, self.name, self.data))


class Sheets(NamedTuple):
    """File of a card set, with the files of the items in its lists."""

    sheet: yaml_files.YamlFile
    items: Mapping[str, Sequence[yaml_files.YamlFile]]

    @property
    def data(self) -> dict[str, Any]:
        """The data of all files."""
        lists = {field: [item.data for item in sheets] for field, sheets in self.items.items()}
        return {**self.sheet.data, **lists}

    def diagnostic_at(self, pointer: ValuePath, text: str) -> Diagnostic:
        """Returns the diagnostic of *text* with the line at *pointer* in its file."""
        if len(pointer) > 1 and isinstance(number := pointer[1], int):
            for item in self.items.get(str(pointer[0]), ())[number : number + 1]:
                return item.diagnostic_at(pointer[2:], text)
        return self.sheet.diagnostic_at(pointer, text)


class _CardSetContent(msgspec.Struct):
    """Content of a card set."""

    game: str
    name: str
    data: dict[str, Any]


NO_ITEMS: Mapping[str, Sequence[Path]] = {}


def read_card_set(
    file: Path, default: Game = DEFAULT_GAME, items: Mapping[str, Sequence[Path]] = NO_ITEMS
) -> CardSet:
    """Reads the card set in *file*, for *default* unless it names a game; raises `Mistaken`.

    Each list in *items* has a file for each item. These follow the items in the file itself.
    """
    sheet = Sheets(
        yaml_files.read_yaml_file(file),
        {field: [*map(yaml_files.read_yaml_file, paths)] for field, paths in items.items()},
    )
    data = dict(sheet.data)
    name = data.pop("game", default.NAME)
    game = next((game for game in GAMES.values() if name == game.NAME), None)
    if game is None:
        raise InvalidYaml([sheet.diagnostic_at(("game",), f"Must be one of: {', '.join(sorted(GAMES))}.")])
    try:
        book = game.read_book(data)
    except msgspec.ValidationError as error:
        errors = _all_diagnostics(game, data) or [_parse_error(line) for line in str(error).splitlines()]
        raise InvalidYaml(sorted(sheet.diagnostic_at(pointer, text) for pointer, text in errors)) from error
    return CardSet(game.NAME, str(data.get("name", file.stem)), book, data, _data_digest(data), file)


def restore_card_set(content: bytes, digest: str = "") -> CardSet:
    """Returns the card set with *content*; raises `ValueError` if no game can read it.

    A set of version 1 keeps its *digest*, which hashes the fields in alphabetical order.
    """
    try:
        content_ = msgspec.json.decode(content, type=_CardSetContent)
        if content_.game not in GAMES:
            raise ValueError(f"this service has no game “{content_.game}”")
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    card_set = make_card_set(content_.game, content_.data, content_.name)
    return card_set._replace(digest=digest) if digest == _data_digest(content_.data, "sorted") else card_set


@lru_cache(maxsize=4)
def restore_book(content: bytes) -> Any:
    """Returns the book of the card set with *content*; raises like `restore_card_set`."""
    return restore_card_set(content).book


def make_card_set(game: str, data: dict[str, Any], name: str = "") -> CardSet:
    """Returns the card set of *game* with *data*; raises `ValueError` for unreadable data."""
    try:
        book = GAMES[game].read_book(data, is_stored=True)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    digest = _data_digest(data)
    return CardSet(game, name or str(data.get("name", digest[:12])), book, data, digest)


def _all_diagnostics(game: Game, data: dict[str, Any]) -> list[tuple[ValuePath, str]]:
    """Returns all errors of form, while a game reports only the first."""
    from .struct_schemas import (  # marshmallow takes long to load, and most files have no mistake
        flatten_errors,
        schema_of,
    )

    return list(flatten_errors(schema_of(game.CardSet).validate(data)))


def _parse_error(text: str) -> tuple[ValuePath, str]:
    """Returns path and text of an error such as `a deck has 10 cards - at `$.SAM.deck``."""
    name, _, path = text.removesuffix("`").partition(" - at `$")
    return tuple(int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", path)), name


def _data_digest(data: dict[str, Any], order: Literal["sorted"] | None = None) -> str:
    # In the order of the file: that of the rows of a board, or of the characters, means something.
    return hashlib.sha256(msgspec.json.encode(data, order=order)).hexdigest()
