"""Page to watch: a live board, other matches under way, tournaments, and finished matches."""

from __future__ import annotations

from flask import render_template

from ...catalog.playable_games import all_playable
from ...http.services import services
from ...identity import browser
from ..listing import MatchFilter, find_matches
from .miniatures import choose_moments, draw_boards

MAX_FINISHED = 12
"""Finished matches on the page."""


def render_watch(match_filter: MatchFilter, size: int) -> str:
    """Returns the page for the game of *match_filter* with up to *size* matches under way."""
    match_page = find_matches(services(), match_filter, "", size)
    over = find_matches(services(), match_filter._replace(status="over"), "", MAX_FINISHED).matches
    moments = choose_moments(services(), over)
    moment_matches = {mini.entry.match for mini in moments}
    return render_template(
        "watch.html",
        games=all_playable(),
        game=match_filter.game,
        boards=[*draw_boards(services(), match_page.matches)],
        own={*browser.recent_matches()},
        moments=moments,
        finished=[*draw_boards(services(), (entry for entry in over if entry.match not in moment_matches))],
        next=match_page.next,
    )
