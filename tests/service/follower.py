"""A league site that follows the feed into a file, a notice a line, and goes on from the last line there.

`python -m tests.service.follower ADDRESS FILE`. It may be killed at any moment, in the middle of a line too.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from recount_client import Recount


def follow(address: str, file: Path) -> None:
    """Follows the feed at *address* for ever."""
    file.touch()
    stored = file.read_bytes()
    stored = stored[: stored.rfind(b"\n") + 1]
    last = json.loads(stored.splitlines()[-1])["position"] if stored else 0
    with file.open("rb+", buffering=0) as lines, Recount(address) as recount:
        lines.truncate(len(stored))
        lines.seek(0, 2)
        for notice in recount.feed(last):
            lines.write(json.dumps(notice).encode() + b"\n")


if __name__ == "__main__":
    follow(sys.argv[1], Path(sys.argv[2]))
