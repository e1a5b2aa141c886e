"""Runs the projections by `python -m service.views_process`, beside the server.

On a core of its own it delays no reply. It writes nothing but views.
"""

from __future__ import annotations

import os
from contextlib import closing

from msgspec.structs import replace

from .bootstrap import Services
from .catalog.cardsets import CardSetRegistry
from .observability import logging, tracing
from .settings import from_environment
from .subprocesses import watch_parent


def main() -> None:
    """Keeps up the views of the service that the environment chooses, until it is to end."""
    end = watch_parent()
    settings = from_environment(os.environ)
    logging.start_journal(settings.log)
    if settings.traces:
        tracing.start_tracing(tracing.make_provider())
    with closing(Services(replace(settings, runner=False), CardSetRegistry(settings.cards))) as services:
        services.run_projections(end)


if __name__ == "__main__":
    main()
