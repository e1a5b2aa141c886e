"""The photo of the examples of the API."""

from __future__ import annotations

import io

from PIL import Image

from .recorder import Recorder


def add_photo(call: Recorder, token: str, judge: str, match: str) -> None:
    """Adds a photo to the first case of *match*, reads it, and lets the judge remove it."""
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "green").save(file, "JPEG")
    added = call(
        "addCasePhoto", token, body=file.getvalue(), kind="application/octet-stream", match=match, number=1
    )
    photos = call("getCase", token, match=match, number=1)["photos"]
    call("getCasePhoto", token, match=match, sha256=photos[0]["sha256"])
    call("removeCasePhoto", judge, match=match, number=1, seq=added["seq"])
