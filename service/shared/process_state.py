"""State of this process that its rooms share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from projections.bus import Bus


@dataclass
class ProcessState:
    """Name that the process signs as, its clock in ms since 1970, its bus, and whether it is ending.

    With `shared`, several processes serve the same matches. `is_shutting_down` tells streams to end, so that their
    clients resume elsewhere. `followers` names all that keep their position in the log. `log_contradictions` holds
    the contradictions between the log of heads and signed checkpoints.
    """

    name: str
    shared: bool
    clock: Callable[[], int]
    bus: Bus
    followers: Sequence[str] = ()
    is_shutting_down: bool = False
    log_contradictions: list[str] = field(default_factory=list)
