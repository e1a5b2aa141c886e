"""Checks records of matches and bundles of tournaments, as the page “How a record is checked” describes it.

It needs nothing of the service. `replays.proof` uses parts of it and never the reverse. `ops/do verifier`
makes a package of it, and one of the independent checker in JavaScript.
"""

from __future__ import annotations

from .check import Checked, check
from .facts import Finding
from .file import NoRecord

__all__ = ("Checked", "Finding", "NoRecord", "check")
