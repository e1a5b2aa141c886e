"""Recordings of matches on real tables: scribes, entries, amendments, signatures and score sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and the pages of recordings."""
    from ..http.contract.document import register_resources
    from .api import corrections, entries, notes, photos, scribes, sheets, signatures, standings
    from .pages import case_record, opening, phones, players_sheet, positions, record, typed_lines
    from .pages import sheets as sheet_pages

    resources = entries.entries, corrections.corrections, scribes.scribes, signatures.signatures
    register_resources(app, *resources, sheets.sheets, standings.standings, photos.photos, notes.notes)
    app.register_blueprint(record.pages)
    app.register_blueprint(opening.pages)
    app.register_blueprint(sheet_pages.sheets)
    app.register_blueprint(phones.pages)
    app.register_blueprint(players_sheet.pages)
    app.register_blueprint(typed_lines.pages)
    app.register_blueprint(positions.pages)
    app.register_blueprint(case_record.pages)
