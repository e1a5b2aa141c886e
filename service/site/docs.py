"""Pages about the API, with its contract in Swagger UI and its problems."""

from __future__ import annotations

from pathlib import Path

import flask_swagger_ui
from flask import Response, render_template

from ..http.constants import constant
from ..http.pages import Pages
from ..http.problem_types import KINDS, RETRY_AFTER
from ..shared import i18n
from ..shared.catalogues import language
from .assets import send_whole_file

VIEWER = Path(flask_swagger_ui.__file__).parent / "dist"

docs = Pages("docs", __name__)


@docs.get("/docs")
def show() -> str:
    """Shows the API in Swagger UI."""
    return render_template("docs.html")


@docs.get("/docs/viewer/<path:filename>", endpoint="static")
@constant()
def send_file(filename: str) -> Response:
    """Sends a file of Swagger UI."""
    return send_whole_file(VIEWER, filename)


@docs.get("/problems")
def problems() -> str:
    """Lists the kinds of problems and their fixes."""
    translate = language(i18n.page_language()).render
    return render_template(
        "problems.html", kinds=KINDS.values(), retry_after=RETRY_AFTER, translate=translate
    )
