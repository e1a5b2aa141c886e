"""Which matches a soak plays: every game, number of seats and way to play, as evenly as can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice

from .tables import Setting

_KINDS = (
    Setting("arena", 2, ("mouse",), pace="normal"),
    Setting("villainous", 2, ("touch",), pace="normal"),
    Setting("arena", 2, ("keys",)),
    Setting("villainous", 2, ("mouse", "keys")),
    Setting("arena", 2, ("mouse", "touch"), 2),
    Setting("villainous", 4, ("mouse",)),
    Setting("arena", 4, ("touch",), 3, "normal"),
    Setting("villainous", 6, ("keys",), pace="normal"),
    Setting("arena", 4, ("mouse", "keys"), 4),
    Setting("villainous", 6, ("touch", "mouse")),
    Setting("arena", 2, ("touch",), 4),
    Setting("villainous", 4, ("keys", "touch")),
)


def plan(matches: int, kills: int) -> Sequence[Setting]:
    """Returns so many settings in turn; the service is killed twice in some, *kills* times in all."""
    settings = list(islice(cycle(_KINDS), matches))
    for n in range(kills // 2):
        at = (n * 5 + 3) % len(settings)
        settings[at] = settings[at]._replace(kills=2)
    return settings
