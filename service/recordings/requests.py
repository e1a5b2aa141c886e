"""Fact of a recording that the author of a change has seen, as `If-Match` states it."""

from __future__ import annotations

from flask import request

from ..matches.requests import expected_seq


def read_last_seq(match: str, case: int | None) -> int | None:
    """Returns the `seq` of `If-Match`, or `None` without one; raises `NoIfMatch` for a change in a *case*."""
    return expected_seq(match) if case is not None or request.headers.get("If-Match") else None
