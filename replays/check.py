"""Checks the record of a match or the bundle of a tournament offline, with `python -m replays.check FILE`.

It needs no service. The exit codes are 0 for an untouched record, 1 after a print of all findings, and 2 for
an unreadable file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from .proof import bundle, record
from .proof.bundle import Bundle
from .proof.bundle_check import BundleReport, check_bundle
from .proof.check import check_record, make_audit
from .proof.log import read_proof
from .proof.notes import Unsigned, read_key
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
        receipts = [_read_file(file, "receipt", _decode_receipt) for file in options.receipt]
        checkpoints = [
            _read_file(file, "checkpoint", lambda data: read_proof(data.decode()))
            for file in options.checkpoint
        ]
    except (OSError, record.UnreadableRecord, Unsigned, UnreadableFile) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    if isinstance(loaded, Bundle):
        report = check_bundle(loaded, keys, receipts, checkpoints)
        findings, document = report.findings, loaded.record
        summary = _summarize_bundle(loaded, report)
    else:
        findings, document = check_record(loaded, keys, receipts, checkpoints), loaded
        summary = (
            f"The record is untouched: match {loaded.match}, {len(loaded.facts)} facts, head {loaded.head}."
        )
    if findings:
        print(*findings, sep="\n")
        return TOUCHED
    print(summary, *map(import_notice, document.imports), sep="\n")
    if not keys:
        print(OWN_KEYS)
    if document is loaded and make_audit(document) is None:
        print("The answers were not decided again: that takes the cards, and the judge's copy or the end.")
    return UNTOUCHED


def _summarize_bundle(bundle: Bundle, report: BundleReport) -> str:
    record = bundle.record
    lines = (
        f"The bundle is untouched: tournament {record.match}, {len(record.facts)} facts, head {record.head}.",
        f"Standings made again: {len(bundle.standings)}. Rounds paired again: {report.pairings}. "
        f"Matches checked: {len(bundle.matches)}.",
        *report.skipped,
    )
    return "\n".join(lines)


def import_notice(entry: Entry) -> str:
    """Returns the notice of an import *entry* about the facts before it."""
    data = entry.data
    origin = f"from {data['house']}, signed there with the key {data['key']}" if "key" in data else "unsigned"
    return (
        f"Facts 1 to {entry.seq - 1} were imported by {data['by']}, {origin}: "
        "the service that has signed this record says that they were brought, and not that they were played."
    )


_decode_receipt = msgspec.json.Decoder(Receipt).decode


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
