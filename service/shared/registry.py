"""Registry of the services of one process, by their classes."""

from __future__ import annotations

from typing import Any, TypeVar, cast

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
