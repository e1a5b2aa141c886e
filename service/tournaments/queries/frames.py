"""What other sites may show of a tournament: its standings in a frame, and their picture."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import url_for

from ...http.services import services
from ...shared import tournament_ids
from ...site.frames import Frame
from ..repository import TournamentRepository

_PAGE = re.compile(rf"/(?:t|embed/t)/({tournament_ids.SHAPE})/?")
ASKED = ("stage", "round", "known")
"""What an address says of the standings that it leads to."""


def frame_of(path: str, query: Mapping[str, str]) -> Frame | None:
    """Returns what may be shown of the page at *path*; `None` for what is no tournament's page.

    Raises `UnknownTournament`.
    """
    match_ = _PAGE.fullmatch(path)
    if match_ is None:
        return None
    tournament = match_[1]
    at = {name: query[name] for name in ASKED if query.get(name)}
    return Frame(
        services()[TournamentRepository].opened(tournament).title,
        url_for("tournament_embed.show", tournament=tournament, _external=True, **at),
        url_for("tournament_embed.picture", tournament=tournament, _external=True, **at),
    )
