"""Case file as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from replays.text.narrator import on_single_line

from .file import CaseFile, Decision, Entry, Exhibit, PhotoOnFile, PositionOnFile, Statement


def render_case_file(file: CaseFile) -> str:
    """Returns *file* as plain text, with its entries in the order of their facts.

    A mark precedes each line of a statement, so no statement can imitate a line of the file.
    """
    lines = [f"Case {file.number} of match {file.match}: {file.status}"]
    lines += [f"For the judge {file.judge}"] if file.judge else []
    for entry in file.entries:
        if isinstance(entry, Decision):
            speaker = f"judge {entry.judge} rules: {entry.outcome}"
        else:
            speaker = entry.by.replace(":", " ", 1)
        lines += [
            "",
            f"{_format_time(entry.at)}, {speaker} (fact {entry.seq}, {entry.hash})",
            *_text_lines(entry),
        ]
        if isinstance(entry, Decision):
            lines += _ruling_lines(entry)
        elif isinstance(entry, Statement):
            lines += _evidence_lines(entry)
    lines += ["", f"The match stands at fact {file.seq}, {file.head}"]
    return "\n".join(lines) + "\n"


def _text_lines(entry: Entry) -> Iterator[str]:
    if isinstance(entry, PhotoOnFile):
        yield f"  Photo{', removed' if entry.removed else ''}: {entry.sha256}"
    elif not isinstance(entry, Decision) and entry.hidden:
        yield f"  Hidden. {entry.hidden}"
    elif isinstance(entry, PositionOnFile):
        yield f"  Position: {on_single_line(entry.position)}"
    else:
        yield from _quote_lines(entry.text)


def _evidence_lines(statement: Statement) -> Iterator[str]:
    for exhibit in statement.evidence:
        yield from _exhibit_lines("Evidence", exhibit)


def _ruling_lines(decision: Decision) -> Iterator[str]:
    if decision.seat is not None:
        yield f"  Seat {decision.seat} gets: {on_single_line(decision.penalty)}"
    for rule in decision.rules:
        yield f"  {rule.number}: {rule.text}"
    for exhibit in decision.followed:
        yield from _exhibit_lines("What followed", exhibit)


def _exhibit_lines(reason: str, exhibit: Exhibit) -> Iterator[str]:
    remark = ", on a line that was left" if exhibit.left else ""
    yield f"  {reason}: fact {exhibit.seq}{remark}, {exhibit.hash}"
    yield f"    {exhibit.text}"


def _quote_lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield f"  > {on_single_line(line)}"


def _format_time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
