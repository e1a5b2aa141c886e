"""Tournaments with their commands, views, pages, exports and processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and pages of tournaments."""
    from ..http.contract.document import register_resources
    from ..site.frames import add_frames
    from .api import (
        commands,
        exports,
        facts,
        links,
        photos,
        registration,
        report_files,
        rosters,
        staff,
        standings,
        tables,
        tournaments,
        why_not,
    )
    from .pages import announcing, my_table, self_registration
    from .pages.check_in import kiosk
    from .pages.organizer import desk, entries, report_file, roster, table_case, table_scribe
    from .pages.results import entry, sheets
    from .pages.spectator import changes, embed, projector, public
    from .pages.spectator import why_not as questions
    from .pages.staff import joining, members
    from .pages.staff import photos as photo_pages
    from .queries import frames

    play = (tournaments.tournaments, commands.command_resource, tables.tables)
    results = (standings.ranking, why_not.pairing)
    records = (registration.registration_resource, facts.record, staff.staff)
    files = (exports.files, photos.photos, links.links, rosters.rosters, report_files.report_files)
    register_resources(app, *play, *results, *records, *files)
    spectator = (public, changes, projector, embed, questions)
    players = (my_table, self_registration, kiosk)
    organizer = (
        desk,
        entry,
        sheets,
        announcing,
        roster,
        entries,
        report_file,
        table_case,
        table_scribe,
        members,
        joining,
        photo_pages,
    )
    for module in (*spectator, *players, *organizer):
        app.register_blueprint(module.pages)
    app.register_blueprint(entry.slip_pages)
    add_frames(app, frames.frame_of)
