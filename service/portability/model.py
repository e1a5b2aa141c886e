"""Parsed, prepared and stored imports, with their errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact
from domain.rules import Rules
from domain.table import Import, Match
from replays.proof.findings import Finding
from replays.proof.notes import Key
from replays.proof.receipts import Receipt

from ..catalog.cardset_files import CardSet
from ..shared.errors import DetailedError


class ImportedMatch(NamedTuple):
    """Match just imported, with its last fact, position, receipt and origin.

    A match that this service wrote itself has no origin.
    """

    match: str
    seq: int
    position: int
    receipt: Receipt
    imported: Import | None


class ParsedImport(NamedTuple):
    """Match as a file holds it, with every fact and the data of its cards, if present.

    `signers` are the keys that signed it. A transcript has no signers, cards or id.
    """

    match: str
    facts: list[Fact]
    cards: dict[str, Any] | None = None
    signers: Sequence[Key] = ()


class PreparedImport(NamedTuple):
    """Match ready for import, with its state, facts and import mark."""

    match: str
    rules: Rules[Any, Any]
    state: Match[Any]
    facts: list[Fact]
    cards: CardSet


class ImportedTournament(NamedTuple):
    """Tournament just imported with its matches, its last fact, position, receipt and origin.

    A tournament that this service wrote itself has no origin.
    """

    tournament: str
    seq: int
    position: int
    receipt: Receipt
    imported: Import | None
    matches: tuple[str, ...]


class ImportRejected(DetailedError):
    """The service rejected a file and stored nothing. `findings` are errors in its proofs."""

    slug = "not-imported"

    def __init__(self, sentence: Message, findings: Sequence[Finding] = ()) -> None:
        super().__init__(sentence)
        self.findings = tuple(findings)

    def problem_members(self, say: Callable[[Message], str]) -> dict[str, Any]:
        """Returns the findings as errors with JSON Pointers."""
        errors = [
            {"pointer": f"/facts/{finding.seq - 1}" if finding.seq else "", "detail": say(finding.sentence)}
            for finding in self.findings
        ]
        return {"errors": errors}


class MatchExists(LocalizableError):
    """A match with that id exists already."""

    slug = "match-taken"
