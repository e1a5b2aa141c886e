"""Which of two facts was altered, where their hashes fit both: the rules may tell.

A fact that was replaced with its hash looks like the fact after it, altered with its hash left.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.messages import Message
from domain.model import CHANCE

from .findings import Finding
from .record import Entry, Record


def settled(record: Record, found: Sequence[Finding], decided: Sequence[Finding]) -> list[Finding]:
    """Returns what was *found*, and *decided*: of two facts that one finding names, the one that it was."""
    told = {entry.seq: entry for entry in record.facts}
    left, kept = list(decided), list[Finding]()
    for finding in found:
        seq = _culprit(finding, told, [one.seq for one in left]) if finding.before else 0
        if not seq:
            kept.append(finding)
            continue
        why = [one for one in left if one.seq in (0, seq)]
        left = [one for one in left if one not in why]
        what = _altered(seq) if seq == finding.seq else _altered_and_fitted(seq)
        sentence = Message("{what} {why}", what=what, why=why[0].sentence) if why else what
        kept.append(Finding(seq, "altered", "", sentence))
    return kept + left


def _culprit(doubt: Finding, told: dict[int, Entry], differs: Sequence[int]) -> int:
    """Returns the number of the fact that was altered, of two; 0 if nobody can tell.

    What follows of itself and differs from what deciding again gives was altered, for all before it is right.
    """
    before, after = told.get(doubt.before), told.get(doubt.seq)
    if before is None or after is None:
        return 0
    for entry in (before, after):
        try:
            entry.fact()
        except msgspec.ValidationError:
            return entry.seq
    if before.seq in differs:
        return before.seq
    return after.seq if after.seq in differs and not _given(before) else 0


def _given(entry: Entry) -> bool:
    """Tells whether a fact was somebody's to choose, and follows from nothing."""
    if entry.type == "core.Answered":
        return entry.data.get("seat") != CHANCE
    return entry.type.startswith("table.")


def _altered(seq: int) -> Message:
    return Message("Fact {seq} was altered: it is not what was sealed.", seq=seq)


def _altered_and_fitted(seq: int) -> Message:
    return Message("Fact {seq} was altered, and its hash made to fit: it is not what was sealed.", seq=seq)
