"""Recount, installed: whoever imports it can import `domain`, `projections`, `replays` and `service` as well.

They and `recount_client` are in its folder, which goes to the front of the path of this process and of those
that it starts, and of no other.
"""

from __future__ import annotations

import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))

if _HERE not in sys.path:
    sys.path.insert(0, _HERE)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (_HERE, os.environ.get("PYTHONPATH"))))


def main() -> None:
    """Runs the command `recount`."""
    from service.cli import main

    main(prog_name="recount")
