"""Access to the desk: the member of the staff at this browser, and the page that asks for an API token."""

from __future__ import annotations

from flask import render_template

from ....http.services import services
from ....identity import browser
from ....shared.errors import UnknownToken
from ...access import SPECTATOR, Actor, TournamentAccess


def organizer(tournament: str) -> Actor:
    """Returns who this browser is in a tournament by the API token that it keeps."""
    token = browser.remembered().api_token
    try:
        return services()[TournamentAccess].actor_for(tournament, token or None)
    except UnknownToken:
        return SPECTATOR


def door(error: str, tournament: str = "") -> str:
    """Returns the page that asks for an API token of the staff."""
    return render_template("tournament_door.html", trouble=error, tournament=tournament)
