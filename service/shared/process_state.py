"""State of this process that its rooms share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from projections.bus import Bus


@dataclass
class ProcessState:
    """State of the process, with its name, its clock in ms since 1970, and its bus.

    With `shared`, several processes serve the same matches. `is_shutting_down` ends streams, so that their
    clients resume elsewhere. `followers` names all components with a position in the log.
    `log_contradictions` holds differences between the log of heads and signed checkpoints.
    """

    name: str
    shared: bool
    clock: Callable[[], int]
    bus: Bus
    followers: Sequence[str] = ()
    is_shutting_down: bool = False
    log_contradictions: list[str] = field(default_factory=list)
