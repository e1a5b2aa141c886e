"""Lists the published names of this tree; `python -m tests.published.names` writes them as the golden."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click
from prometheus_client.metrics import MetricWrapperBase

from domain.people import JOURNAL_VOCABULARY
from service.cli import main
from service.eventstore.codec import VOCABULARY
from service.observability import metrics as metrics_module

HERE = Path(__file__).parent


def commands() -> Iterator[str]:
    """Yields each command of `recount` with its arguments and options."""
    yield from _commands(main, click.Context(main, info_name="recount"))


def _commands(command: click.Command, context: click.Context) -> Iterator[str]:
    parameters = (" ".join((*each.opts, *each.secondary_opts)) for each in command.params)
    yield " | ".join((context.command_path, *parameters))
    if isinstance(command, click.Group):
        for name in sorted(command.list_commands(context)):
            below = command.get_command(context, name)
            assert below is not None
            yield from _commands(below, click.Context(below, info_name=name, parent=context))


def metrics() -> Iterator[str]:
    """Yields each metric of the service with its labels."""
    for metric in vars(metrics_module).values():
        if isinstance(metric, MetricWrapperBase):
            yield " ".join((type(metric).__name__, metric._name, *metric._labelnames))


def topics() -> Iterator[str]:
    """Yields the topic of each stored event with its fields."""
    for topic, kind in sorted({**VOCABULARY, **JOURNAL_VOCABULARY}.items()):
        yield " ".join((topic, *kind.__struct_fields__))


NAMES: Mapping[str, Callable[[], Iterator[str]]] = {
    "commands": commands,
    "metrics": metrics,
    "topics": topics,
}


def golden(kind: str) -> Path:
    """Returns the file with the published names of a *kind*."""
    return HERE / f"{kind}.txt"


if __name__ == "__main__":
    for kind, names in NAMES.items():
        golden(kind).write_text("\n".join(names()) + "\n")
