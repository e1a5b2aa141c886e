"""A league site: follows the feed into a file, a notice a line, and goes on from the last line there.

`python -m tests.service.follower ADDRESS FILE`. It may be killed at any moment, in the middle of a line too.
"""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
from httpx_sse import connect_sse


def follow(address: str, file: Path) -> None:
    """Follows the feed at *address* for ever."""
    file.touch()
    kept = file.read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    last = kept.splitlines()[-1].partition(b" ")[0].decode() if kept else "0"
    with file.open("rb+", buffering=0) as lines, httpx.Client(timeout=None) as http:
        lines.truncate(len(kept))
        lines.seek(0, 2)
        with connect_sse(http, "GET", f"{address}/api/v1/facts", headers={"Last-Event-ID": last}) as line:
            for event in line.iter_sse():
                if event.data:
                    lines.write(f"{event.id} {event.data}\n".encode())


if __name__ == "__main__":
    follow(sys.argv[1], Path(sys.argv[2]))
