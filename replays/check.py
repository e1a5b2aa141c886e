"""Checks the record of a match or the bundle of a tournament offline, with `python -m replays.check FILE`.

It needs no service. The exit codes are 0 for an untouched record, 1 after a print of all findings, 2 for an
unreadable file, and 3 without a valid key that the reader trusts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from .proof import bundle, record
from .proof.bundle import Bundle
from .proof.bundle_check import BundleReport, check_bundle
from .proof.check import check_record, make_audit
from .proof.log import read_proof
from .proof.notes import Key, Unsigned, read_key
from .proof.receipts import Receipt
from .proof.record import Entry, Record
from .proof.standalone.photos import NoPhotos, PhotoReport, RecordedFact, compare_photos
from .proof.standalone.revocations import split_notes
from .proof.standalone.witnesses import Policy, read_policy
from .proof.trust import read_trust

UNTOUCHED, ALTERED, UNREADABLE, NO_KEY = range(4)

T = TypeVar("T")


class UnreadableFile(Exception):
    """A file has unexpected contents; the message names the file and the reason."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks the record of *arguments*, prints the findings, and returns the exit code."""
    options = _make_parser().parse_args(arguments)
    try:
        file = options.file.read_bytes()
        loaded = bundle.read_bundle(file) if bundle.is_bundle(file) else record.read_record(file)
        photos = compare_photos(_list_facts(loaded), options.photos) if options.photos else PhotoReport()
        policy = _read_file(options.policy, "policy", _decode_policy) if options.policy else None
        logs = [log.text for log in policy.logs] if policy else []
        keys = [read_key(key) for key in (*options.key, *logs)]
        receipts = [_read_file(file, "receipt", _decode_receipt) for file in options.receipt]
        checkpoints = [
            _read_file(file, "checkpoint", lambda data: read_proof(data.decode()))
            for file in options.checkpoint
        ]
        revocations = [
            note
            for file in options.revocations
            for note in _read_file(file, "list of revocations", lambda data: split_notes(data.decode()))
        ]
    except (OSError, record.UnreadableRecord, Unsigned, UnreadableFile, NoPhotos) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    details: list[str] = []
    if isinstance(loaded, Bundle):
        report = check_bundle(loaded, keys, receipts, checkpoints, policy, revocations)
        findings, document, subject = report.findings, loaded.record, "bundle"
        details += _describe_checks(loaded, report)
    else:
        findings = check_record(loaded, keys, receipts, checkpoints, policy, revocations)
        document, subject = loaded, "record"
    if findings or photos.found:
        print(*findings, *(found.sentence for found in photos.found), *photos.notes, sep="\n")
        return ALTERED
    details += photos.notes
    notices, doubts = _describe_trust(loaded, keys, policy, revocations)
    print(_verdict(subject, document, doubts), *notices, *details, sep="\n")
    print(*map(import_notice, document.imports), sep="\n", end="\n" if document.imports else "")
    if document is loaded and make_audit(document) is None:
        is_recorded = document.facts[0].data.get("source") == "table"
        needed = "the service, whose deal no copy holds" if is_recorded else "the judge's copy or the end"
        print(f"The answers were not decided again: that takes the cards, and {needed}.")
    return NO_KEY if doubts else UNTOUCHED


def _list_facts(loaded: Record | Bundle) -> Iterator[RecordedFact]:
    for each in loaded.matches if isinstance(loaded, Bundle) else (loaded,):
        for entry in each.facts:
            yield RecordedFact(each.match, entry.seq, entry.type, entry.data)


def _describe_trust(
    loaded: Record | Bundle, keys: Sequence[Key], policy: Policy | None, revocations: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Returns sentences on revoked keys, and the reasons not to rely on the signatures of a file."""
    if not keys:
        return [], ["To know whether that is the service, name its key: --key."]
    records = loaded.records if isinstance(loaded, Bundle) else (loaded,)
    trust, _ = read_trust(keys, records, revocations)
    doubts = (trust.find_doubt(each.checkpoint, policy) for each in records)
    reasons = dict.fromkeys(doubt.sentence for doubt in doubts if doubt is not None)
    return [revocation.notice for revocation in trust.revocations.values()], [*reasons]


def _verdict(subject: str, document: Record, doubts: Sequence[str]) -> str:
    """Returns the verdict. Only a valid key from the reader makes a record *untouched*."""
    about = (
        f"{'tournament' if subject == 'bundle' else 'match'} {document.match}, "
        f"{len(document.facts)} facts, head {document.head}."
    )
    if not doubts:
        return f"The {subject} is untouched: {about}"
    holders = ", ".join(document.keys)
    return f"The {subject} was made consistently by the holder of {holders}: {about} {' '.join(doubts)}"


def _describe_checks(bundle: Bundle, report: BundleReport) -> Iterator[str]:
    yield (
        f"Standings made again: {len(bundle.standings)}. Rounds paired again: {report.pairings}. "
        f"Matches checked: {len(bundle.matches)}."
    )
    yield from report.skipped


def import_notice(entry: Entry) -> str:
    """Returns the notice of an import *entry* about the facts before it."""
    data = entry.data
    origin = f"from {data['house']}, signed there with the key {data['key']}" if "key" in data else "unsigned"
    return (
        f"Facts 1 to {entry.seq - 1} were imported by {data['by']}, {origin}: "
        "the service that has signed this record says that they were brought, and not that they were played."
    )


def _decode_policy(text: bytes) -> Policy:
    return read_policy(text.decode())


_decode_receipt = msgspec.json.Decoder(Receipt).decode


def _read_file(file: Path, kind: str, read: Callable[[bytes], T]) -> T:
    try:
        return read(file.read_bytes())
    except ValueError as error:  # so are the errors of msgspec, and `Unsigned`
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
        ("revocations", "a list of revoked keys, from the service"),
    ):
        parser.add_argument(
            f"--{name}", action="append", default=[], type=Path, metavar="FILE", help=help_text
        )
    parser.add_argument(
        "--photos", type=Path, metavar="PATH", help="a folder or a ZIP file with the photos of the record"
    )
    parser.add_argument(
        "--policy",
        type=Path,
        metavar="FILE",
        help="trusted logs, and the witnesses that a checkpoint needs (C2SP tlog-policy)",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
