"""The Python that processes of ours run in."""

from __future__ import annotations

import sys


def module_command(name: str, *words: str) -> list[str]:
    """Returns the command that runs the module *name*, without packages of the working directory."""
    return [sys.executable, "-P", "-m", name, *words]
