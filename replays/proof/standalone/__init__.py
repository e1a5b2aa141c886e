"""Checks records of matches and bundles of tournaments, as the page “How a record is checked” describes it.

It needs nothing of the service and shares no code with it: it was written from that page, as the checker in
JavaScript beside it was. `ops/do verifier` makes a package of each.
"""

from __future__ import annotations

from .check import Checked, check
from .file import NoRecord
from .findings import Finding

__all__ = ("Checked", "Finding", "NoRecord", "check")
