"""The entry for WSGI servers, `service.wsgi:app()`.

The import reports errors of the settings or the store.
"""

from __future__ import annotations

import atexit
import os

from flask import Flask

from .app import create_app, services_of
from .cli.context import open_services
from .observability import logging
from .settings import from_environment

settings = from_environment(os.environ)
logging.start_journal(settings.log)
with open_services():
    pass


def app() -> Flask:
    """Returns the application with its services open, until this process ends."""
    application = create_app(settings)
    atexit.register(services_of(application).close)
    return application
