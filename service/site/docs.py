"""A page to read the contract on, and to try it: Swagger UI, served from here."""

from __future__ import annotations

from pathlib import Path

import flask_swagger_ui
from flask import render_template

from ..http.pages import Pages

VIEWER = Path(flask_swagger_ui.__file__).parent / "dist"

docs = Pages("docs", __name__, static_folder=VIEWER, static_url_path="/docs/viewer")


@docs.get("/docs")
def show() -> str:
    """Shows what can be asked of the service, and lets people ask it."""
    return render_template("docs.html")
