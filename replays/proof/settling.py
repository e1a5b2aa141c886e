"""Decides by the rules between an altered fact and its intact neighbour.

A fact replaced together with its hash looks like an alteration of the next fact.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.messages import Message
from domain.model import CHANCE

from .findings import Finding
from .record import Entry, Record


def settle_findings(record: Record, findings: Sequence[Finding], decided: Sequence[Finding]) -> list[Finding]:
    """Returns the findings, with doubts between two facts resolved by the audit."""
    entries = {entry.seq: entry for entry in record.facts}
    open_findings, settled = list(decided), list[Finding]()
    for finding in findings:
        seq = _altered_fact(finding, entries, [other.seq for other in open_findings]) if finding.before else 0
        if not seq:
            settled.append(finding)
            continue
        reasons = [other for other in open_findings if other.seq in (0, seq)]
        open_findings = [other for other in open_findings if other not in reasons]
        clause = _altered_sentence(seq) if seq == finding.seq else _rehashed_sentence(seq)
        sentence = Message("{what} {why}", what=clause, why=reasons[0].sentence) if reasons else clause
        settled.append(Finding(seq, "altered", "", sentence))
    return settled + open_findings


def _altered_fact(finding: Finding, entries: dict[int, Entry], differs: Sequence[int]) -> int:
    """Returns the number of the altered fact of two, or 0.

    All facts before the first difference of a new decision are right.
    """
    before, after = entries.get(finding.before), entries.get(finding.seq)
    if before is None or after is None:
        return 0
    for entry in (before, after):
        try:
            entry.decode_fact()
        except msgspec.ValidationError:
            return entry.seq
    if before.seq in differs:
        return before.seq
    return after.seq if after.seq in differs and not _is_free_choice(before) else 0


def _is_free_choice(entry: Entry) -> bool:
    """Returns whether a fact is a free choice of somebody."""
    if entry.type == "core.Answered":
        return entry.data.get("seat") != CHANCE
    return entry.type.startswith("table.")


def _altered_sentence(seq: int) -> Message:
    return Message("Fact {seq} was altered: it is not what was sealed.", seq=seq)


def _rehashed_sentence(seq: int) -> Message:
    return Message("Fact {seq} was altered, and its hash made to fit: it is not what was sealed.", seq=seq)
