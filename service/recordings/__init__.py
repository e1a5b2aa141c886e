"""Recordings of matches on real tables: scribes, entries, amendments, signatures and score sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of recordings."""
    from ..http.contract.document import register_resources
    from .api import corrections, entries, scribes, sheets, signatures

    resources = entries.entries, corrections.corrections, scribes.scribes, signatures.signatures
    register_resources(app, *resources, sheets.sheets)
