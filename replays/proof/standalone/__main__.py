"""Checks the record of a match, or the bundle of a tournament, in a file: `recount-verifier FILE --key KEY`.

Prints what was found, a line each: what, the number of the fact (0: the record as a whole), a sentence. Ends
with 0: untouched, 1: something was found, 2: no record.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .check import check


def main() -> int:
    """Checks the file that the command line names; returns the exit code."""
    parser = argparse.ArgumentParser(prog="recount-verifier", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--key", action="append", default=[], help="a public key that is trusted")
    asked = parser.parse_args()
    try:
        told = check(asked.file.read_bytes(), asked.key)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    for seq, what, sentence in told.found:
        print(what, seq, sentence)
    for imported in told.imports:
        print(imported)
    print(f"{told.checked} draws checked, {told.unchecked} could not be.")
    for left in told.left:
        print(left)
    return 1 if told.found else 0


if __name__ == "__main__":
    sys.exit(main())
