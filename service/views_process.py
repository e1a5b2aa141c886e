"""`python -m service.views_process`: keeps up the views, beside a process that serves and keeps up the rest.

On a core of its own it delays no answer. It writes nothing but views.
"""

from __future__ import annotations

import os
from contextlib import closing

from msgspec.structs import replace

from .bootstrap import Services
from .catalog.cardsets import CardSetRegistry
from .observability import logging, tracing
from .settings import from_environment
from .subprocesses import ended_with_parent


def main() -> None:
    """Keeps up the views of the service that the environment chooses, until it is to end."""
    end = ended_with_parent()
    settings = from_environment(os.environ)
    logging.keep(settings.log)
    if settings.traces:
        tracing.begin(tracing.provider())
    with closing(Services(replace(settings, runner=False), CardSetRegistry(settings.cards))) as services:
        services.project(end)


if __name__ == "__main__":
    main()
