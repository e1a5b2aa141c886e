"""Decides by the rules which of two facts was altered.

A fact replaced together with its hash looks like an alteration of the next fact.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.messages import Message
from domain.model import CHANCE

from .findings import Finding
from .record import Entry, Record


def settle_findings(record: Record, found: Sequence[Finding], decided: Sequence[Finding]) -> list[Finding]:
    """Returns the findings, with doubts between two facts resolved by the audit."""
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
    """Returns the number of the altered fact of two; 0 if unknown.

    The first fact that differs from deciding again was altered, since all facts before it are right.
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
    """Returns whether a fact is a free choice of somebody."""
    if entry.type == "core.Answered":
        return entry.data.get("seat") != CHANCE
    return entry.type.startswith("table.")


def _altered(seq: int) -> Message:
    return Message("Fact {seq} was altered: it is not what was sealed.", seq=seq)


def _altered_and_fitted(seq: int) -> Message:
    return Message("Fact {seq} was altered, and its hash made to fit: it is not what was sealed.", seq=seq)
