"""Card files: what is printed on cards, as people write it down, checked to the line and pinned by digest.

A file is a mapping with the fields that its game's `CardSet` tells of, and one more: `game` says which game
it is for (the first of the service, if it is left out). A card set is called what its `name` says, or, where
the files of a game have no such field, like its file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.games import GAMES, Game

from ..shared import yaml_files
from ..shared.yaml_files import Diagnostic, InvalidYaml, ValuePath

FIRST = next(iter(GAMES.values()))


class CardSet(NamedTuple):
    """A card set as it was read: its book, the data it was made from, and the SHA-256 of those.

    The digest is of what the data say and in which order, not of their layout. `file` is `None` for a set
    that a store kept.
    """

    game: str
    name: str
    book: Any
    data: dict[str, Any]
    digest: str
    file: Path | None = None

    def content(self) -> bytes:
        """Returns all that is needed to make this set again, as JSON; `restored` reads it."""
        return msgspec.json.encode(_Kept(self.game, self.name, self.data))


class Sheets(NamedTuple):
    """A sheet, and those of the items of its lists that have a file each."""

    sheet: yaml_files.YamlFile
    items: Mapping[str, Sequence[yaml_files.YamlFile]]

    @property
    def data(self) -> dict[str, Any]:
        """What all of them hold."""
        lists = {field: [item.data for item in sheets] for field, sheets in self.items.items()}
        return {**self.sheet.data, **lists}

    def mistake(self, where: ValuePath, text: str) -> Diagnostic:
        """Returns the mistake *text* with the line of the file that *where* is in."""
        if len(where) > 1 and isinstance(number := where[1], int):
            for item in self.items.get(str(where[0]), ())[number : number + 1]:
                return item.diagnostic_at(where[2:], text)
        return self.sheet.diagnostic_at(where, text)


class _Kept(msgspec.Struct):
    """The content of a card set."""

    game: str
    name: str
    data: dict[str, Any]


NO_ITEMS: Mapping[str, Sequence[Path]] = {}


def read(file: Path, default: Game = FIRST, items: Mapping[str, Sequence[Path]] = NO_ITEMS) -> CardSet:
    """Reads the card set in *file*, which is for *default* unless it says otherwise; raises `InvalidYaml`.

    The lists that *items* name are made of a file for each item, and stand behind what the file has.
    """
    sheet = Sheets(
        yaml_files.read_yaml_file(file),
        {field: [*map(yaml_files.read_yaml_file, paths)] for field, paths in items.items()},
    )
    data = dict(sheet.data)
    wanted = data.pop("game", default.NAME)
    game = next((game for game in GAMES.values() if wanted == game.NAME), None)
    if game is None:
        raise InvalidYaml([sheet.mistake(("game",), f"Must be one of: {', '.join(sorted(GAMES))}.")])
    try:
        book = game.read_book(data)
    except msgspec.ValidationError as error:
        found = _all_mistakes(game, data) or [_place(line) for line in str(error).splitlines()]
        raise InvalidYaml(sorted(sheet.mistake(where, text) for where, text in found)) from error
    return CardSet(game.NAME, str(data.get("name", file.stem)), book, data, _digest(data), file)


def restored(content: bytes) -> CardSet:
    """Returns the card set with *content*; raises `ValueError` when no game of the service can read it."""
    try:
        kept = msgspec.json.decode(content, type=_Kept)
        if kept.game not in GAMES:
            raise ValueError(f"this service has no game “{kept.game}”")
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    return make_card_set(kept.game, kept.data, kept.name)


@lru_cache(maxsize=4)
def book(content: bytes) -> Any:
    """Returns the book of the card set with *content*; raises what `restored` does."""
    return restored(content).book


def make_card_set(game: str, data: dict[str, Any], name: str = "") -> CardSet:
    """Returns the card set of *game* with *data*; raises `ValueError` when the game cannot read them."""
    try:
        book = GAMES[game].read_book(data, kept=True)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    digest = _digest(data)
    return CardSet(game, name or str(data.get("name", digest[:12])), book, data, digest)


def _all_mistakes(game: Game, data: dict[str, Any]) -> list[tuple[ValuePath, str]]:
    """Returns every mistake of form: a game tells the first alone."""
    from .struct_schemas import flat, form  # marshmallow takes long to load, and most files have no mistake

    return list(flat(form(game.CardSet).validate(data)))


def _place(text: str) -> tuple[ValuePath, str]:
    """Returns where a game found a mistake, and what it was, from `a deck has 10 cards - at `$.SAM.deck``."""
    name, _, path = text.removesuffix("`").partition(" - at `$")
    return tuple(int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", path)), name


def _digest(data: dict[str, Any]) -> str:
    # In the order of the file: that of the rows of a board, or of the characters, means something.
    return hashlib.sha256(msgspec.json.encode(data)).hexdigest()
