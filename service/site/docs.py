"""Pages about the API: the contract, to read and to try in Swagger UI, and its problems."""

from __future__ import annotations

from pathlib import Path

import flask_swagger_ui
from flask import render_template

from ..http.pages import Pages
from ..http.problem_types import KINDS, RETRY_AFTER
from ..shared import i18n
from ..shared.catalogues import language

VIEWER = Path(flask_swagger_ui.__file__).parent / "dist"

docs = Pages("docs", __name__, static_folder=VIEWER, static_url_path="/docs/viewer")


@docs.get("/docs")
def show() -> str:
    """Shows what can be asked of the service, and lets people ask it."""
    return render_template("docs.html")


@docs.get("/problems")
def problems() -> str:
    """Lists every kind of problem, and how a client fixes it."""
    tell = language(i18n.chosen()).render
    return render_template("problems.html", kinds=KINDS.values(), retry_after=RETRY_AFTER, tell=tell)
