"""The photo of the examples of the API."""

from __future__ import annotations

import io

from PIL import Image

from .recorder import Recorder


def add_photo(call: Recorder, token: str, judge: str, match: str) -> None:
    """Adds a photo to the first case of *match*, reads it, and lets the judge remove it."""
    added = call(
        "addCasePhoto", token, body=_picture(), kind="application/octet-stream", match=match, number=1
    )
    photos = call("getCase", token, match=match, number=1)["photos"]
    call("getCasePhoto", token, match=match, sha256=photos[0]["sha256"])
    call("removeCasePhoto", judge, match=match, number=1, seq=added["seq"])


def add_table_photo(call: Recorder, scribe: str, organizer: str, match: str) -> None:
    """Adds a photo to an entry of the recording of *match*, and lets the organizer remove it."""
    kind = "application/octet-stream"
    added = call("addTablePhoto", scribe, body=_picture(), kind=kind, match=match, query={"entry": 12})
    call("removeTablePhoto", organizer, match=match, seq=added["seq"])


def _picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "green").save(file, "JPEG")
    return file.getvalue()
