"""Facts about players: their names stand beside the log, and that a name was erased is told in it."""

from __future__ import annotations

from .model import Event
from .notation import Vocabulary, build_vocabulary
from .published import Instant


class NameErased(Event, frozen=True, tag="players.NameErased"):
    """What the player of an id was called is forgotten from a time on.

    It is the one fact of a record that is named by the id: whoever keeps a copy of the name erases it too.
    """

    player: str
    at: Instant


FACTS: tuple[type[Event], ...] = (NameErased,)
VOCABULARY: Vocabulary = build_vocabulary(FACTS)
"""Every fact about a player, by its permanent name."""
