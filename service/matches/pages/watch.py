"""Page to watch: a live board, other matches under way, tournaments, and finished matches."""

from __future__ import annotations

from flask import render_template

from ...catalog.playable_games import all_playable
from ...company.presence import Presence
from ...http.services import services
from ...identity import browser
from ..listing import MatchFilter, find_matches
from .miniatures import choose_moments, draw_boards

MAX_FINISHED = 12
"""Finished matches on the page."""


def render_watch(match_filter: MatchFilter, size: int) -> str:
    """Returns the page for the game of *match_filter* with up to *size* matches under way.

    The featured match is that of others with most spectators, or else a finished one.
    """
    match_page = find_matches(services(), match_filter, "", size)
    over = find_matches(services(), match_filter._replace(status="over"), "", MAX_FINISHED).matches
    boards, own = [*draw_boards(services(), match_page.matches)], {*browser.recent_matches()}
    moments = choose_moments(services(), over)
    spectators = services()[Presence].count_spectators([mini.entry.match for mini in boards])
    others = [mini for mini in boards if mini.entry.match not in own]
    live = max(others, key=lambda mini: spectators[mini.entry.match], default=None)
    featured = live or next(iter(moments), None)
    shown = {mini.entry.match for mini in moments}
    return render_template(
        "watch.html",
        games=all_playable(),
        game=match_filter.game,
        live=live,
        featured=featured,
        boards=[mini for mini in boards if mini is not featured],
        own=own,
        spectators=spectators,
        moments=[mini for mini in moments if mini is not featured],
        finished=[*draw_boards(services(), (entry for entry in over if entry.match not in shown))],
        next=match_page.next,
    )
