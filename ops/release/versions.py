"""The version of the product, read from its installed metadata.

`pyproject.toml` states it, and nothing else does. As a program: prints it as Python and as npm write it.
"""

from __future__ import annotations

import re
from importlib.metadata import version

STAGES = {"a": "alpha", "b": "beta", "rc": "rc"}
"""Stages of a version before its release, by their letters in Python."""


def product_version() -> str:
    """Returns the version as Python packages write it: `1.0.0rc1`."""
    return version("recount")


def npm_version(text: str) -> str:
    """Returns the version *text* of Python as npm writes it: `1.0.0-rc.1`."""
    return re.sub(r"(a|b|rc)(\d+)$", lambda match: f"-{STAGES[match[1]]}.{match[2]}", text)


if __name__ == "__main__":
    print(product_version(), npm_version(product_version()))
