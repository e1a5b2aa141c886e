"""The standings frame and picture of a tournament for other sites."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import url_for

from ...http.services import services
from ...shared import record_ids
from ...site.frames import Frame
from ..repository import TournamentRepository

_PAGE = re.compile(rf"/(?:t|embed/t)/({record_ids.TOURNAMENT_ID_PATTERN})/?")
VIEW_FIELDS = ("stage", "round", "known")
"""The query fields that select standings."""


def frame_of(path: str, query: Mapping[str, str]) -> Frame | None:
    """Returns the frame of the page at *path*, `None` for other pages.

    Raises `UnknownTournament`.
    """
    match_ = _PAGE.fullmatch(path)
    if match_ is None:
        return None
    tournament = match_[1]
    at = {name: query[name] for name in VIEW_FIELDS if query.get(name)}
    return Frame(
        services()[TournamentRepository].opened(tournament).title,
        url_for("tournament_embed.show", tournament=tournament, _external=True, **at),
        url_for("tournament_embed.picture", tournament=tournament, _external=True, **at),
    )
