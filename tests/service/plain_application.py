"""An application without services, which the server starts in half the time: it replies with its process."""

from __future__ import annotations

import os

from flask import Flask

from service.settings import Settings


def app() -> Flask:
    """Returns the application."""
    application = Flask(__name__)
    application.extensions["settings"] = Settings()
    application.add_url_rule("/", "process", lambda: str(os.getpid()))
    return application
