"""The files with which browsers install the service, and open some of its pages without a network."""

from __future__ import annotations

import json

from flask import Response, jsonify, render_template, url_for

from ..http.constants import constant
from ..http.pages import Pages
from ..shared import i18n
from . import assets

installing = Pages("installing", __name__)

_COLOURS = {"theme_color": "#2f5d8a", "background_color": "#f3ede1"}
"""The colour of our mark, and that of a light page."""
_ICON_SIZES = (192, 512)


@installing.get("/service-worker.js")
@constant("lang")
def show_worker() -> Response:
    """Sends the service worker of this release, in the language of the page that asks for it."""
    files = [
        url_for(assets.STYLE, page="page"),
        url_for(assets.FILE, filename="img/mark.svg"),
        url_for(assets.FILE, filename="fonts/display.woff2"),
    ]
    options = {
        "release": assets.release_digest(),
        "lang": i18n.page_language(),
        "fallback": url_for("installing.show_offline_page"),
        "files": files,
        "icon": url_for(assets.FILE, filename=f"img/mark-{_ICON_SIZES[0]}.png"),
    }
    script = assets.page_script("service-worker", "", i18n.page_language())
    script = f"self.OPTIONS = {json.dumps(options)};\n{script}"
    return _revalidated(Response(script, mimetype="text/javascript"))


@installing.get("/manifest.webmanifest")
@constant("lang")
def show_manifest() -> Response:
    """Sends the web app manifest, in the language of the page that asks for it."""
    icons = [
        {
            "src": url_for(assets.FILE, filename=f"img/mark-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any",
        }
        for size in _ICON_SIZES
    ]
    manifest = jsonify(
        id="/",
        name="Recount",
        short_name="Recount",
        description=i18n.says("Matches at the table and on line, with a record that can be checked."),
        lang=i18n.page_language(),
        start_url="/",
        scope="/",
        display="standalone",
        icons=icons,
        **_COLOURS,
    )
    manifest.mimetype = "application/manifest+json"
    return _revalidated(manifest)


@installing.get("/offline")
def show_offline_page() -> str:
    """Shows that a page needs the network."""
    return render_template("without_network.html")


def _revalidated(reply: Response) -> Response:
    reply.headers["Cache-Control"] = "public, no-cache"
    return reply
