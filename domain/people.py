"""Facts about players: their names stand beside the log, and that a name was erased is told in it."""

from __future__ import annotations

from .model import Event
from .notation import Vocabulary, build_vocabulary
from .published import Instant


class NameErased(Event, frozen=True, tag="players.NameErased"):
    """The name of a player is forgotten from a time on.

    The record bears the id of the player, and has no other fact. Erase your copies of the name too.
    """

    player: str
    at: Instant


FACTS: tuple[type[Event], ...] = (NameErased,)
VOCABULARY: Vocabulary = build_vocabulary(FACTS)
"""Every fact about a player, by its permanent name."""
