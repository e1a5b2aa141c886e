"""Disputes, rulings and appeals, with the case file, the queue and the judge's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and the pages of cases."""
    from ..http.contract.document import register_resources
    from .api import disputes, photos, preview, queue, rulings
    from .pages import case_file, desk

    resources = disputes.disputes, photos.photos, rulings.rulings, queue.queue, preview.foreseeing
    register_resources(app, *resources)
    app.register_blueprint(case_file.cases)
    app.register_blueprint(desk.desk)
