"""`python -m ops.bench.hello PORT WORKERS`: the service's server, and nothing but a greeting."""

from __future__ import annotations

import sys

from flask import Flask

from service.http import direct
from service.serving.server import run_server
from service.settings import from_environment

app = Flask(__name__, static_folder=None)
app.extensions["settings"] = from_environment({"RECOUNT_LIMITS": "off"})  # which the server asks for
direct.init_app(app, app.extensions["settings"])  # and for these
app.add_url_rule("/", view_func=lambda: "hello")


def greeting() -> Flask:
    """Returns the application."""
    return app


if __name__ == "__main__":
    run_server("127.0.0.1", int(sys.argv[1]), int(sys.argv[2]), "ops.bench.hello:greeting")
