"""The units of systemd for a single machine, by the template that those of a cluster are made by."""

from __future__ import annotations

from collections.abc import Iterator

from ops.cluster.processes import Process
from ops.cluster.rendering import unit

PROGRAM = "/opt/recount/bin/recount"
ETC, VAR = "/etc/recount", "/var/lib/recount"


def units() -> Iterator[tuple[str, str]]:
    """Yields the name of each unit, and what it says."""
    yield "recount.service", _unit("web", "Recount, serving", "serve", "$SERVE_OPTIONS")
    yield "recount-project.service", _unit("project", "Recount, keeping the views", "project")


def _unit(name: str, described: str, *command: str) -> str:
    return unit(
        Process(
            name,
            described,
            "recount",
            ETC,
            VAR,
            [PROGRAM, *command],
            (),
            environment=f"{ETC}/recount.env",
            notifies=name == "web",
        )
    )
