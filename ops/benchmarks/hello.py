"""`python -m ops.benchmarks.hello PORT WORKERS`: the service's server, and nothing but a greeting."""

from __future__ import annotations

import sys

from flask import Flask

from service.serving import serve


def create_app() -> Flask:
    """Returns an application that says hello at `/`."""
    app = Flask(__name__, static_folder=None)
    app.add_url_rule("/", view_func=lambda: "hello")
    return app


if __name__ == "__main__":
    serve(create_app, "127.0.0.1", int(sys.argv[1]), int(sys.argv[2]))
