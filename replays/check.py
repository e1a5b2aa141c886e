"""Checks the record of a match or the bundle of a tournament offline.

Usage: `python -m replays.check FILE`, without the service. Exit codes: 0 for an untouched record, 1 with all
findings printed, 2 for an unreadable file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from .proof import bundle, bundle_check, record
from .proof.check import check_record, make_audit
from .proof.log import ConsistencyProof, read_proof
from .proof.notes import Key, Unsigned, read_key
from .proof.receipts import Receipt
from .proof.record import Entry

UNTOUCHED, TOUCHED, UNREADABLE = range(3)

OWN_KEYS = "The keys were taken from the record itself. To know whose they are, name yours: --key."

T = TypeVar("T")


class UnreadableFile(Exception):
    """A file has unexpected contents; the message names the file and the reason."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks the record of *arguments*, prints the findings, and returns the exit code."""
    options = _make_parser().parse_args(arguments)
    try:
        file = options.file.read_bytes()
        loaded = bundle.read_bundle(file) if bundle.is_bundle(file) else record.read_record(file)
        keys = [read_key(key) for key in options.key]
        receipts = [_read_file(file, "receipt", _receipt) for file in options.receipt]
        checkpoints = [
            _read_file(file, "checkpoint", lambda data: read_proof(data.decode()))
            for file in options.checkpoint
        ]
    except (OSError, record.UnreadableRecord, Unsigned, UnreadableFile) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    if isinstance(loaded, bundle.Bundle):
        return _check_tournament(loaded, keys, receipts, checkpoints)
    findings = check_record(loaded, keys, receipts, checkpoints)
    for finding in findings:
        print(finding)
    if findings:
        return TOUCHED
    print(f"The record is untouched: match {loaded.match}, {len(loaded.facts)} facts, head {loaded.head}.")
    for entry in loaded.imports:
        print(import_notice(entry))
    if not keys:
        print(OWN_KEYS)
    if make_audit(loaded) is None:
        print("The answers were not decided again: that takes the cards, and the judge's copy or the end.")
    return UNTOUCHED


def _check_tournament(
    loaded: bundle.Bundle, keys: list[Key], receipts: list[Receipt], checkpoints: list[ConsistencyProof]
) -> int:
    report = bundle_check.check_bundle(loaded, keys, receipts, checkpoints)
    for finding in report.findings:
        print(finding)
    if report.findings:
        return TOUCHED
    record = loaded.record
    print(
        f"The bundle is untouched: tournament {record.match}, {len(record.facts)} facts, head {record.head}."
    )
    print(
        f"Standings made again: {len(loaded.standings)}. Rounds paired again: {report.pairings}. "
        f"Matches checked: {len(loaded.matches)}."
    )
    for line in report.skipped:
        print(line)
    for entry in record.imports:
        print(import_notice(entry))
    if not keys:
        print(OWN_KEYS)
    return UNTOUCHED


def import_notice(entry: Entry) -> str:
    """Returns the notice of an import *entry* about the facts before it."""
    data = entry.data
    origin = f"from {data['house']}, signed there with the key {data['key']}" if "key" in data else "unsigned"
    return (
        f"Facts 1 to {entry.seq - 1} were imported by {data['by']}, {origin}: "
        "the service that has signed this record says that they were brought, and not that they were played."
    )


_receipt = msgspec.json.Decoder(Receipt).decode


def _read_file(file: Path, kind: str, read: Callable[[bytes], T]) -> T:
    try:
        return read(file.read_bytes())
    except (msgspec.MsgspecError, UnicodeDecodeError, Unsigned) as error:
        raise UnreadableFile(f"{file} is no {kind}: {error}") from error


def _make_parser() -> argparse.ArgumentParser:
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
    for name, help_text in (
        ("receipt", "a receipt that you were given for a write"),
        ("checkpoint", "a checkpoint that you kept, or one with the proof that the log grew to it"),
    ):
        parser.add_argument(
            f"--{name}", action="append", default=[], type=Path, metavar="FILE", help=help_text
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
