"""Why a file is not taken in."""

from __future__ import annotations

from collections.abc import Sequence

from domain.errors import LocalizableError
from domain.messages import Message
from replays.proof.findings import Finding


class ImportRejected(LocalizableError):
    """A file was not taken in, and nothing of it was kept. `findings` are what is wrong with its proofs."""

    slug = "not-imported"

    def __init__(self, sentence: Message, findings: Sequence[Finding] = ()) -> None:
        super().__init__(sentence)
        self.findings = tuple(findings)


class MatchExists(LocalizableError):
    """There is a match of that id already."""

    slug = "match-taken"
