"""Registry of the services of one process, by their classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from projections.bus import Bus

Service = TypeVar("Service")


class Registry:
    """Services by class. `registry[Feed]` is the instance of this process."""

    def __init__(self) -> None:
        self._services: dict[type[Any], Any] = {}

    def register(self, *instances: object) -> None:
        """Adds services, each under its own class."""
        self._services.update((type(instance), instance) for instance in instances)

    def __getitem__(self, kind: type[Service]) -> Service:
        """Returns the service of a class. Raises `KeyError` without one."""
        return cast(Service, self._services[kind])


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
