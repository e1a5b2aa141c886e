"""Checks the record of a match, or the bundle of a tournament, with `recount-verifier FILE --key KEY`.

Each finding is a line with its kind, the number of the fact (0 for the whole record) and a sentence. Exit
codes are 0 for an untouched record, 1 for an altered one, 2 for any other file, and 3 without a trusted key,
for standings without a signature, and for a revoked key without a time by witnesses.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .check import check, list_facts
from .photos import PhotoReport, compare_photos

EXIT_CODES = {"untouched": 0, "altered": 1, "unproved": 3}
NO_RECORD = 2


def main() -> int:
    """Checks the file in the arguments; returns the exit code."""
    parser = argparse.ArgumentParser(prog="recount-verifier", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--key", action="append", default=[], help="a trusted public key")
    parser.add_argument("--policy", type=Path, help="a file of trusted logs and required witnesses (C2SP)")
    parser.add_argument("--revocations", type=Path, help="a list of revoked keys, from the service")
    parser.add_argument("--photos", type=Path, help="a folder or a ZIP file with the photos of the record")
    arguments = parser.parse_args()
    try:
        policy, revocations = (
            file.read_bytes().decode() if file else "" for file in (arguments.policy, arguments.revocations)
        )
        source = arguments.file.read_bytes()
        report, photos = check(source, arguments.key, policy, revocations), PhotoReport()
        if arguments.photos:
            photos = compare_photos(list_facts(source), arguments.photos)
            report = report._replace(found=(*report.found, *photos.found))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return NO_RECORD
    for seq, kind, sentence in report.found:
        print(kind, seq, sentence)
    draws = f"{report.checked} draws checked, {report.unchecked} could not be."
    notices = (*report.imports, draws, *photos.notes, *report.left, *report.revoked, *report.unproved)
    print(*notices, f"Verdict: {report.verdict}.", sep="\n")
    return EXIT_CODES[report.verdict]


if __name__ == "__main__":
    sys.exit(main())
