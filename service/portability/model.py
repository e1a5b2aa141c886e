"""What an import is read as, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.model import Fact
from domain.rules import Rules
from domain.table import Import, Match
from replays.proof.notes import Key
from replays.proof.receipts import Receipt

from ..catalog.cardset_files import CardSet


class Imported(NamedTuple):
    """A match just taken in: its id, its last fact and where that stands, its receipt, and where it is from.

    It is from nowhere else when this service had written it.
    """

    match: str
    seq: int
    position: int
    receipt: Receipt
    imported: Import | None


class ParsedImport(NamedTuple):
    """A match as a file holds it: its id, every fact in full, the data of its cards if they are told.

    `signers` are the keys that have signed it; a transcript has neither these nor an id.
    """

    match: str
    facts: list[Fact]
    cards: dict[str, Any] | None = None
    signers: Sequence[Key] = ()


class PreparedImport(NamedTuple):
    """A match that nothing stands against taking in: as it stands with its mark, and all its facts."""

    match: str
    rules: Rules[Any, Any]
    played: Match[Any]
    facts: list[Fact]
    cards: CardSet


class ImportedTournament(NamedTuple):
    """A tournament just taken in with its matches: its last fact, where that stands, its receipt, its origin.

    It is from nowhere else when this service had written it.
    """

    tournament: str
    seq: int
    position: int
    receipt: Receipt
    imported: Import | None
    matches: tuple[str, ...]
