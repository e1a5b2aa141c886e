"""Actors of a browser: staff at the desk by its API token, and players by their links or accounts."""

from __future__ import annotations

from flask import render_template

from ....http.services import services
from ....identity import browser
from ....shared.errors import UnknownToken
from ...access import SPECTATOR, Actor, TournamentAccess


def staff_actor(tournament: str) -> Actor:
    """Returns this browser's actor in a tournament by its API token."""
    token = browser.current_session().api_token
    try:
        return services()[TournamentAccess].actor_for(tournament, token or None)
    except UnknownToken:
        return SPECTATOR


def player_actor(tournament: str) -> Actor:
    """Returns this browser's player, by guest link or account."""
    session = browser.current_session()
    for token in (session.tournaments.get(tournament), session.account):
        try:
            actor = services()[TournamentAccess].actor_for(tournament, token or None)
        except UnknownToken:
            continue
        if actor.role == "player":
            return actor
    return SPECTATOR


def token_page(error: str, tournament: str = "") -> str:
    """Returns the page with the form for an API token of the staff."""
    return render_template("tournament_door.html", trouble=error, tournament=tournament)
