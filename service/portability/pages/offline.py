"""Page that downloads a replay as one file."""

from __future__ import annotations

from flask import Response, request

from ...http.heavy import costly, heavy
from ...http.pages import Pages
from ...http.services import services
from ...identity import browser
from ...matches.viewing.access import Access
from ..offline_file import write_offline_file

offline = Pages("offline", __name__)


@offline.get("/m/<match>/replay.html")
@costly
@heavy
def replay(match: str) -> Response:
    """Sends a match as a file, as the viewer in `?as=` may see it."""
    token = browser.session_token(match, request.args.get("as", "spectator"))
    services()[Access].record_look(match, token)
    viewer = services()[Access].viewer_for(match, token)
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'attachment; filename="{match}.{viewer.name}.html"',
    }
    return Response(
        write_offline_file(services(), match, viewer),
        headers=headers,
        content_type="text/html; charset=utf-8",
    )
