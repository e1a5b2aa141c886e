"""Who tells a viewer what the facts of a match say."""

from __future__ import annotations

from typing import Any

from domain import table
from domain.games import Game
from domain.words import Viewer
from replays.film import Film
from replays.languages import ENGLISH
from replays.voice import Voice

from .people import People


def voice(game: Game, film: Film[Any, Any], viewer: Viewer, people: People, language: str = ENGLISH) -> Voice:
    """Returns a voice that calls players by name: what it tells is not to be kept."""
    facts = people.told(table.shown(film.rules, fact, viewer) for fact in film.facts)
    return Voice(game, film, facts, viewer, language)
