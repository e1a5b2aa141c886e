"""The library: the card sets that are at hand, by name, and those that matches are pinned to, by digest."""

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

from ..shared import yaml_files
from ..shared.errors import UnknownGame
from ..shared.yaml_files import Diagnostic, InvalidYaml
from . import cardset_files
from .cardset_files import CardSet

ITEM = "cards.yaml"
"""What a folder tells of its part of a card set."""


class CardSetNotFound(LocalizableError, LookupError):
    """There is no card set of that name."""

    slug = "unknown-cards"


class PinnedCardSetMissing(LocalizableError):
    """A match was played with a card set that is not at hand, or that the service cannot read any more."""

    slug = "cards-missing"


class Archive(Protocol):
    """Where the content of every card set is kept that a match was opened with."""

    def card_set(self, digest: str) -> bytes | None:
        """Returns the content of the card set with *digest*, if it was kept."""


@cache
def packaged(game: str) -> CardSet:
    """Returns the card set that comes with *game*, read once: its file, and what stands in folders."""
    played = GAMES[game]
    with ExitStack() as stack:
        path = stack.enter_context(_as_path(game_package(game), played.BOOK))
        items = {
            field: [stack.enter_context(_as_path(each, ITEM)) for each in packages.values()]
            for field, packages in played.card_folders().items()
        }
        return cardset_files.read(path, played, items)


def _as_path(package: str, file: str) -> AbstractContextManager[Path]:
    return resources.as_file(resources.files(package).joinpath(file))


@cache
def earlier(game: str) -> Mapping[str, bytes]:
    """Returns the content of the card sets that came with *game* in earlier releases, by digest."""
    folder = resources.files(game_package(game)).joinpath(str(PurePath(GAMES[game].BOOK).parent / "earlier"))
    files = folder.iterdir() if folder.is_dir() else ()
    return {file.name.removesuffix(".json"): file.read_bytes() for file in files}


class CardSetRegistry:
    """The games and their card sets: the one that comes with each game, and those in *directory*.

    The files are read when they are first asked for, and not again; one with a mistake is left out. `archive`
    is where the sets are looked up that matches are pinned to, so that a match goes on when its file has
    changed or gone.
    """

    def __init__(self, directory: Path | None = None, archive: Archive | None = None) -> None:
        self.archive = archive
        self._directory = directory
        self._read: tuple[list[CardSet], list[Diagnostic]] | None = None
        self._rules: dict[tuple[str, str, int], Rules[Any, Any]] = {}

    def with_archive(self, archive: Archive) -> CardSetRegistry:
        """Returns the same games and sets, and those that *archive* keeps."""
        card_set_registry = copy(self)
        card_set_registry.archive, card_set_registry._rules = archive, {}
        return card_set_registry

    def game(self, name: str) -> Game:
        """Returns the game called *name*; raises `UnknownGame`."""
        try:
            return GAMES[name]
        except KeyError:
            raise UnknownGame(Message("This service has no game “{name}”.", name=name)) from None

    def sets(self, game: str) -> list[CardSet]:
        """Returns the card sets of *game*, first the one that comes with it."""
        card_sets, _ = self._files()
        return [packaged(game), *(cards for cards in card_sets if cards.game == game)]

    def mistakes(self) -> list[Diagnostic]:
        """Returns every mistake of the files that are left out."""
        return self._files()[1]

    def _files(self) -> tuple[list[CardSet], list[Diagnostic]]:
        if self._read is None:
            self._read = _read(self._directory)
        return self._read

    def cards(self, game: str, name: str | None = None) -> CardSet:
        """Returns the card set of *game* called *name*, or its own; raises `CardSetNotFound`."""
        if name is None:
            return packaged(game)
        sets = {cards.name: cards for cards in self.sets(game)}
        if name not in sets:
            known = ", ".join(sets)
            sentence = Message(
                "{title} has no card set “{name}”; there are: {known}.",
                title=GAMES[game].TITLE,
                name=name,
                known=known,
            )
            if faulty := ", ".join(sorted({diagnostic.file.name for diagnostic in self.mistakes()})):
                sentence = Message(
                    "{told} Left out for their mistakes: {faulty}.", told=sentence, faulty=faulty
                )
            raise CardSetNotFound(sentence)
        return sets[name]

    def digest(self, game: str) -> str:
        """Returns the digest of the card set that comes with *game*."""
        return packaged(game).digest

    def rules(self, opened: MatchOpened) -> Rules[Any, Any]:
        """Returns the rules a match is played with.

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
            book = self.pinned(opened.game, opened.cards).book
            self._rules[pin] = GAMES[opened.game].make_rules(book, opened.version)
        return self._rules[pin]

    def pinned(self, game: str, digest: str) -> CardSet:
        """Returns the card set of *game* with *digest*; raises `PinnedCardSetMissing`."""
        if packaged(game).digest == digest:
            return packaged(game)
        content = earlier(game).get(digest) or (self.archive.card_set(digest) if self.archive else None)
        if content is not None:
            try:
                cards = cardset_files.restored(content)
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
        card_sets = self.sets(game)
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


def _read(directory: Path | None) -> tuple[list[CardSet], list[Diagnostic]]:
    """Returns the sets in *directory*, in the order of its files, and the mistakes of the others.

    Of two files of one name the second is left out.
    """
    card_sets = {(game, packaged(game).name): packaged(game) for game in GAMES}
    found: list[CardSet] = []
    diagnostics: list[Diagnostic] = []
    for file in sorted(directory.glob("*.yaml")) if directory is not None else ():
        try:
            cards = cardset_files.read(file)
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
        found.append(cards)
    return found, diagnostics
