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
        registering,
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
    from .pages.organizer import desk, entries, report_file, roster
    from .pages.results import entry
    from .pages.spectator import changes, embed, projector, public
    from .pages.spectator import why_not as questions
    from .pages.staff import joining, members
    from .queries import frames

    own = (tournaments.tournaments, commands.organizing, tables.tables, standings.ranking, why_not.pairing)
    files = (exports.files, links.links, rosters.rosters, report_files.report_files)
    register_resources(app, *own, registering.registering, facts.record, staff.staff, *files)
    walls = (public.pages, changes.changing, projector.projecting, embed.embed)
    everybodys = (*walls, questions.asking)
    players = (my_table.my_table, self_registration.registering, kiosk.checking_in)
    lists = (roster.rosters, entries.entries, report_file.report_files)
    desks = (desk.organizing, entry.entering, entry.slips, announcing.announcing, *lists)
    offices = (members.staff, joining.joining)
    for pages in (*everybodys, *players, *desks, *offices):
        app.register_blueprint(pages)
    add_frames(app, frames.frame_of)
