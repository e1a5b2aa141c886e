"""Why a file is not taken in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.errors import LocalizableError
from domain.messages import Message
from replays.proof.findings import Finding

from ..shared.errors import DetailedError


class ImportRejected(DetailedError):
    """A file was not taken in, and nothing of it was kept. `findings` are what is wrong with its proofs."""

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
    """There is a match of that id already."""

    slug = "match-taken"
