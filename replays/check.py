"""Checks the record of a match, or the bundle of a tournament, offline: `python -m replays.check FILE`.

Nothing of the service is needed. Exit code 0: the record is untouched. 1: it is not, and every finding is
told. 2: it cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from .proof import bundle, bundle_check, record
from .proof.check import audit_of, check
from .proof.log import Grown, read_grown
from .proof.notes import Key, Unsigned, read_key
from .proof.receipts import Receipt
from .proof.record import Entry

UNTOUCHED, TOUCHED, UNREADABLE = range(3)

OWN_KEYS = "The keys were taken from the record itself. To know whose they are, name yours: --key."

T = TypeVar("T")


class Unreadable(Exception):
    """A file does not hold what it was named for; the message says which one, and why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks the record that *arguments* name, prints what was found, and returns the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        file = asked.file.read_bytes()
        found = bundle.read(file) if bundle.is_one(file) else record.read(file)
        keys = [read_key(key) for key in asked.key]
        receipts = [_read(file, "receipt", _receipt) for file in asked.receipt]
        checkpoints = [
            _read(file, "checkpoint", lambda told: read_grown(told.decode())) for file in asked.checkpoint
        ]
    except (OSError, record.Damaged, Unsigned, Unreadable) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    if isinstance(found, bundle.Bundle):
        return _tournament(found, keys, receipts, checkpoints)
    findings = check(found, keys, receipts, checkpoints)
    for finding in findings:
        print(finding)
    if findings:
        return TOUCHED
    print(f"The record is untouched: match {found.match}, {len(found.facts)} facts, head {found.head}.")
    for entry in found.imports:
        print(imported(entry))
    if not keys:
        print(OWN_KEYS)
    if audit_of(found) is None:
        print("The answers were not decided again: that takes the cards, and the judge's copy or the end.")
    return UNTOUCHED


def _tournament(
    found: bundle.Bundle, keys: list[Key], receipts: list[Receipt], checkpoints: list[Grown]
) -> int:
    checked = bundle_check.check(found, keys, receipts, checkpoints)
    for finding in checked.findings:
        print(finding)
    if checked.findings:
        return TOUCHED
    told = found.record
    print(f"The bundle is untouched: tournament {told.match}, {len(told.facts)} facts, head {told.head}.")
    print(
        f"Standings made again: {len(found.standings)}. Rounds paired again: {checked.pairings}. "
        f"Matches checked: {len(found.matches)}."
    )
    for line in checked.skipped:
        print(line)
    for entry in told.imports:
        print(imported(entry))
    if not keys:
        print(OWN_KEYS)
    return UNTOUCHED


def imported(entry: Entry) -> str:
    """Returns what *entry*, which is of an import, says of the facts before it."""
    told = entry.data
    signed = f"from {told['house']}, signed there with the key {told['key']}" if "key" in told else "unsigned"
    return (
        f"Facts 1 to {entry.seq - 1} were imported by {told['by']}, {signed}: "
        "the service that has signed this record says that they were brought, and not that they were played."
    )


_receipt = msgspec.json.Decoder(Receipt).decode


def _read(file: Path, what: str, read: Callable[[bytes], T]) -> T:
    try:
        return read(file.read_bytes())
    except (msgspec.MsgspecError, UnicodeDecodeError, Unsigned) as error:
        raise Unreadable(f"{file} is no {what}: {error}") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="replays.check", description="Checks that the record of a match is as it was written."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the record, as exported")
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="VKEY",
        help="a public key of the service that you trust",
    )
    for name, told in (
        ("receipt", "a receipt that you were given for a write"),
        ("checkpoint", "a checkpoint that you kept, or one with the proof that the log grew to it"),
    ):
        parser.add_argument(f"--{name}", action="append", default=[], type=Path, metavar="FILE", help=told)
    return parser


if __name__ == "__main__":
    sys.exit(main())
