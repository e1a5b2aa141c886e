"""Registry of card sets, installed ones by name and pinned ones by digest."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from copy import copy
from functools import cache
from importlib import resources
from pathlib import Path, PurePath
from typing import Any, Protocol

from domain.errors import LocalizableError
from domain.games import GAMES, Game, game_package
from domain.messages import Message
from domain.rules import Rules
from domain.table import MatchOpened
from replays.text.languages import game_language
from replays.text.names import localized_names

from ..shared import yaml_files
from ..shared.errors import UnknownGame
from ..shared.yaml_files import Diagnostic, InvalidYaml
from . import cardset_files
from .cardset_files import CardSet

ITEM_FILE = "cards.yaml"
"""File of a folder's part of a card set."""


class CardSetNotFound(LocalizableError, LookupError):
    """No card set has this name."""

    slug = "unknown-cards"


class PinnedCardSetMissing(LocalizableError):
    """The card set of a match is missing or unreadable."""

    slug = "cards-missing"


class Archive(Protocol):
    """Store of the card sets of all matches."""

    def card_set(self, digest: str) -> bytes | None:
        """Returns the content of the card set with *digest*, if stored."""


@cache
def packaged_cards(game: str) -> CardSet:
    """Returns the card set of *game* from its file and folders, read once."""
    game_def = GAMES[game]
    with ExitStack() as stack:
        path = stack.enter_context(_as_path(game_package(game), game_def.BOOK))
        items = {
            field: [stack.enter_context(_as_path(package, ITEM_FILE)) for package in packages.values()]
            for field, packages in game_def.card_folders().items()
        }
        return cardset_files.read_card_set(path, game_def, items)


def _as_path(package: str, file: str) -> AbstractContextManager[Path]:
    return resources.as_file(resources.files(package).joinpath(file))


@cache
def earlier_contents(game: str) -> Mapping[str, bytes]:
    """Returns the content of the card sets in earlier releases of *game*, by digest."""
    folder = resources.files(game_package(game)).joinpath(str(PurePath(GAMES[game].BOOK).parent / "earlier"))
    files = folder.iterdir() if folder.is_dir() else ()
    return {file.name.removesuffix(".json"): file.read_bytes() for file in files}


class CardSetRegistry:
    """Games and their card sets, packaged ones and those in *directory*.

    It reads the files once, on the first request, and skips files with errors. `archive` has the sets that
    matches pin, so a match survives changes of its file.
    """

    def __init__(self, directory: Path | None = None, archive: Archive | None = None) -> None:
        self.archive = archive
        self._directory = directory
        self._read_directory: tuple[list[CardSet], list[Diagnostic]] | None = None
        self._rules: dict[tuple[str, str, int], Rules[Any, Any]] = {}

    def with_archive(self, archive: Archive) -> CardSetRegistry:
        """Returns a registry of the same sets with *archive*."""
        card_set_registry = copy(self)
        card_set_registry.archive, card_set_registry._rules = archive, {}
        return card_set_registry

    def find_game(self, name: str) -> Game:
        """Returns the game called *name*; raises `UnknownGame`."""
        try:
            return GAMES[name]
        except KeyError:
            raise UnknownGame(Message("This service has no game “{name}”.", name=name)) from None

    def list_sets(self, game: str) -> list[CardSet]:
        """Returns the card sets of *game*, first the packaged one."""
        card_sets, _ = self._read_files()
        return [packaged_cards(game), *(cards for cards in card_sets if cards.game == game)]

    def list_errors(self) -> list[Diagnostic]:
        """Returns the errors of all skipped files."""
        return self._read_files()[1]

    def _read_files(self) -> tuple[list[CardSet], list[Diagnostic]]:
        if self._read_directory is None:
            self._read_directory = _read_directory(self._directory)
        return self._read_directory

    def find_cards(self, game: str, name: str | None = None) -> CardSet:
        """Returns the card set of *game* called *name*, by default its own.

        Raises `CardSetNotFound`.
        """
        if name is None:
            return packaged_cards(game)
        sets = {cards.name: cards for cards in self.list_sets(game)}
        if name not in sets:
            names = ", ".join(sets)
            sentence = Message(
                "{title} has no card set “{name}”; there are: {known}.",
                title=GAMES[game].TITLE,
                name=name,
                known=names,
            )
            if faulty := ", ".join(sorted({diagnostic.file.name for diagnostic in self.list_errors()})):
                sentence = Message(
                    "{told} Left out for their mistakes: {faulty}.", told=sentence, faulty=faulty
                )
            raise CardSetNotFound(sentence)
        return sets[name]

    def packaged_digest(self, game: str) -> str:
        """Returns the digest of the packaged card set of *game*."""
        return packaged_cards(game).digest

    def load_rules(self, opened: MatchOpened) -> Rules[Any, Any]:
        """Returns the rules of a match.

        Raises `PinnedCardSetMissing` and `Unplayable`.
        """
        pin = (opened.game, opened.cards, opened.version)
        if pin not in self._rules:
            if opened.game not in GAMES:
                raise PinnedCardSetMissing(
                    Message(
                        "This match is of “{game}”, a game that this service does not have.", game=opened.game
                    )
                )
            book = self.find_pinned(opened.game, opened.cards).book
            self._rules[pin] = GAMES[opened.game].make_rules(book, opened.version)
        return self._rules[pin]

    def find_pinned(self, game: str, digest: str) -> CardSet:
        """Returns the card set of *game* with *digest*; raises `PinnedCardSetMissing`."""
        if packaged_cards(game).digest == digest:
            return packaged_cards(game)
        content = earlier_contents(game).get(digest) or (
            self.archive.card_set(digest) if self.archive else None
        )
        if content is not None:
            try:
                cards = cardset_files.restore_card_set(content, digest)
            except ValueError as error:
                raise PinnedCardSetMissing(
                    Message(
                        "The card set {digest} cannot be read any more: {error}.",
                        digest=digest[:12],
                        error=str(error),
                    )
                ) from error
            if (cards.game, cards.digest) == (game, digest):
                return cards
        card_sets = self.list_sets(game)
        card_set = next((cards for cards in card_sets if cards.digest == digest), None)
        if card_set is None:
            name = ", ".join(f"“{cards.name}” {cards.digest[:12]}" for cards in card_sets)
            raise PinnedCardSetMissing(
                Message(
                    "This match is pinned to the card set {digest}; here are: {known}.",
                    digest=digest[:12],
                    known=name,
                )
            )
        return card_set


def _read_directory(directory: Path | None) -> tuple[list[CardSet], list[Diagnostic]]:
    """Returns the sets in *directory* by file name, and the errors of skipped files.

    It skips the second of two files with the same name of a set.
    """
    card_sets = {(game, packaged_cards(game).name): packaged_cards(game) for game in GAMES}
    card_set_list: list[CardSet] = []
    diagnostics: list[Diagnostic] = []
    for file in sorted(directory.glob("*.yaml")) if directory is not None else ():
        try:
            cards = cardset_files.read_card_set(file)
        except InvalidYaml as error:
            diagnostics += error.diagnostics
            continue
        card_set = card_sets.setdefault((cards.game, cards.name), cards)
        if card_set is not cards:
            text = (
                f"“{cards.name}” is already what {card_set.file} is called: give one of the two another name"
            )
            diagnostics.append(yaml_files.read_yaml_file(file).diagnostic_at(("name",), text))
            continue
        card_set_list.append(cards)
    return card_set_list, diagnostics


@cache
def localized_title(name: str, lang: str) -> str:
    """Returns the title of the game called *name* in *lang*."""
    game = GAMES[name]
    return localized_names(game, packaged_cards(name).book, game_language(name, lang)).get(
        f"game:{name}", game.TITLE
    )
