"""Audits a partly closed copy after the end of a match has revealed its seed.

The seed and the nonces determine all draws. The facts of a new decision must give the same commitments with
the same salts. The audit finds a secret answer by trying the possible ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice, permutations
from typing import Any

from msgspec.structs import replace

from domain import table
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Fact, Picks
from domain.notation import write_fact
from domain.rules import Rules
from domain.table import Match, MatchEnded, MatchOpened, TableFact

from ..audits.audit import Audit
from ..audits.differences import AGAIN, Difference, check_number
from .chain import FactCommitter, commit_value, link_hash
from .record import Entry, Record

UNREVEALED = {"table.Rewound", "table.Ruled"}
"""Facts with contents that cannot be derived without full access."""
MAX_TRIES = 50_000
"""The maximum number of answers tried for a secret one."""


def partial_audit(record: Record, rules: Rules[Any, Any]) -> Audit[Any, Any] | None:
    """Returns the audit of a partly closed copy, or `None` without a revealed seed.

    That of a real table has none either, because its deal is closed in every copy.
    """
    facts = record.decode_facts()
    opened = facts[0].event
    seed = next((fact.event.seed for fact in facts if isinstance(fact.event, MatchEnded)), "")
    if not isinstance(opened, MatchOpened) or opened.position or opened.source == "table" or not seed:
        return None
    if any(entry.type in UNREVEALED for entry in record.facts):
        return None
    first = replace(facts[0], event=replace(opened, seed=seed))
    return _PartialAudit(rules, [first, *facts[1:]], record)


class _PartialAudit(Audit[Any, Any]):
    """An audit that compares committed facts."""

    def __init__(self, rules: Rules[Any, Any], log: Sequence[Fact], record: Record) -> None:
        super().__init__(rules, log, AGAIN)
        opened = log[0].event
        assert isinstance(opened, MatchOpened)
        self._entries = record.facts
        self._committer = FactCommitter(record.match, rules, opened)

    def decide_fact(self, match: Match[Any], fact: Fact) -> list[Fact]:
        """Returns the facts that *fact* leads to, after finding a secret answer."""
        event, question = fact.event, table.open_question(self.rules, match)
        expected = self._entries[fact.seq - 1].sealed.get("picks")
        if isinstance(event, Answered) and event.seat != CHANCE and expected and question is not None:
            picks = self._find_secret_answer(question, fact.seq, expected)
            fact = replace(fact, event=replace(event, picks=event.picks or picks))
        return super().decide_fact(match, fact)

    def compare(self, seq: int, recorded: Sequence[Fact], again: Sequence[Fact]) -> None:
        """Compares the commitments of *recorded* facts with those of deciding *again*."""
        for old, new in zip(recorded, again, strict=False):
            check_number(seq, old)
            seq = new.seq
            if not self._is_same(self._entries[seq - 1], new):
                message = Message(
                    "Fact {seq} does not follow from the answers, the seed and the nonces: "
                    "deciding again gives “{now}”, which seals otherwise.",
                    seq=seq,
                    now=write_fact(new),
                )
                raise Difference(seq, message)
        super().compare(seq, (), again[len(recorded) :])

    def _is_same(self, entry: Entry, decided: Fact) -> bool:
        """Returns whether *decided* commits to *entry*, except for the unknown seeds and tokens."""
        committed = self._committer.commit_fact(decided)
        if isinstance(decided.event, TableFact):
            committed = replace(committed, sealed=entry.sealed)
        return link_hash("", "", committed) == link_hash("", "", entry.committed_fact)

    def _find_secret_answer(self, question: Asked, seq: int, expected: str) -> Picks:
        """Returns the answer with the commitment *expected*, or an empty one."""
        salt = self._committer.derive_salt(seq, "picks")
        numbers = range(question.least, question.most + 1)
        answers = chain.from_iterable(permutations(question.options, number) for number in numbers)
        fitting = (picks for picks in islice(answers, MAX_TRIES) if commit_value(salt, picks) == expected)
        return next(fitting, ())
