"""Card sets: the files that hold what is printed, read, checked to the line, and pinned by their digest."""

from __future__ import annotations

import hashlib
import re
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml

from domain import core
from domain.games import GAMES, Game
from domain.table import MatchOpened

from .forms import Where, flat, form


class Mistake(NamedTuple):
    """Something wrong in a card set: the line (from 1), the field as a path, and what is allowed there."""

    line: int
    field: str
    told: str


class CardSetMistaken(Exception):
    """A card set cannot be used; the message has a line for every mistake."""

    def __init__(self, path: Path, mistakes: list[Mistake]) -> None:
        told = (f"{path}, line {m.line}, {m.field or 'the whole file'}: {m.told}" for m in mistakes)
        super().__init__("\n".join(told))
        self.mistakes = mistakes


class UnknownCards(Exception):
    """A match was played with a card set that is not at hand."""


class CardSet(NamedTuple):
    """A card set as it was read: its book, and the SHA-256 of its content, whatever its layout."""

    book: Any
    digest: str


def read(game: Game, path: Path) -> CardSet:
    """Reads the card set at *path* for *game*; raises `CardSetMistaken`."""
    loader = yaml.CSafeLoader(path.read_text(encoding="utf-8"))
    try:
        tree = loader.get_single_node()
        data = loader.construct_document(tree)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise CardSetMistaken(path, [Mistake(line, "", f"this is no YAML: {error.problem}")]) from error
    if mistakes := form(game.CardSet).validate(data if isinstance(data, dict) else {}):
        found = [Mistake(_line(tree, where), _path(where), told) for where, told in flat(mistakes)]
        raise CardSetMistaken(path, sorted(found))
    try:
        book = game.read_book(data)
    except msgspec.ValidationError as error:
        told, _, field = str(error).removesuffix("`").partition(" - at `$.")
        where = tuple(int(w) if w.isdigit() else w for w in re.findall(r"[^.\[\]]+", field))
        raise CardSetMistaken(path, [Mistake(_line(tree, where), _path(where), told)]) from error
    return CardSet(book, hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest())


def _line(node: yaml.Node | None, where: Where) -> int:
    """Returns the line of the innermost part of *where* that stands in the file."""
    line = 1
    for step in where:
        if isinstance(node, yaml.MappingNode):
            found = next(((k, v) for k, v in node.value if k.value == str(step)), None)
            if found is None:
                break
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            node = node.value[step]
            line = node.start_mark.line + 1
    return line


def _path(where: Where) -> str:
    return ".".join(str(step) for step in where)


class Library:
    """The games and the card sets that matches are played with: the one that comes with each game."""

    def __init__(self) -> None:
        self._sets: dict[str, CardSet] = {}
        self._rules: dict[tuple[str, str], core.Rules[Any, Any]] = {}

    def game(self, name: str) -> Game:
        """Returns the game called *name*; raises `KeyError`."""
        return GAMES[name]

    def cards(self, game: str) -> CardSet:
        """Returns the card set that comes with *game*, read once."""
        if game not in self._sets:
            package = resources.files(f"domain.{game}")
            with resources.as_file(package.joinpath(GAMES[game].BOOK)) as path:
                self._sets[game] = read(GAMES[game], path)
        return self._sets[game]

    def digest(self, game: str) -> str:
        """Returns the digest to pin in a new match of *game*."""
        return self.cards(game).digest

    def rules(self, opened: MatchOpened) -> core.Rules[Any, Any]:
        """Returns the rules a match is played with; raises `UnknownCards` or `core.Unplayable`."""
        pin = (opened.game, opened.cards)
        if pin not in self._rules:
            game = GAMES.get(opened.game)
            if game is None:
                raise UnknownCards(f"This match is of “{opened.game}”, a game that is not in this house.")
            cards = self.cards(opened.game)
            if cards.digest != opened.cards:
                pinned, here = opened.cards[:12], cards.digest[:12]
                raise UnknownCards(f"This match is pinned to the card set {pinned}; the one here is {here}.")
            self._rules[pin] = game.rules(cards.book)
        return self._rules[pin]
