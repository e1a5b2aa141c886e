"""Score sheets as one file in a reply."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from flask import Response, request

from .paper import Paper, draw_papers

PDF = "application/pdf"


def paper_response(papers: Sequence[Paper], name: str) -> Response:
    """Returns the sheets as one file, which the browser shows."""
    file = draw_papers(papers)
    reply = Response(file, content_type=PDF)
    reply.headers["Content-Disposition"] = f'inline; filename="{name}"'
    reply.headers["Cache-Control"] = "private, no-cache"
    reply.set_etag(hashlib.sha256(file).hexdigest()[:16])
    reply.make_conditional(request)
    return reply
