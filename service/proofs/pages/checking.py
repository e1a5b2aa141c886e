"""Page with the algorithm of checks, for authors of other checkers."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from importlib import resources
from typing import NamedTuple

from flask import render_template

from ...eventstore.store import Unavailable
from ...evidence.checkpoints import LogCorrupt
from ...evidence.service import Evidence
from ...http.pages import Pages
from ...http.services import services

checking = Pages("checking", __name__)

EXAMPLES = resources.files(__package__) / "checking.json"
"""Worked examples of the page, by name."""


class Published(NamedTuple):
    """The published checkpoint, with the time of the valid cosignature of each witness, if any."""

    size: int
    note: str
    cosigners: dict[str, datetime | None]


@checking.get("/proof")
def show() -> str:
    """Shows the algorithm with examples to test a checker, and the checkpoint with its cosignatures."""
    examples = json.loads(EXAMPLES.read_text("utf-8"))
    fields = {name: json.dumps(example, indent=1, ensure_ascii=False) for name, example in examples.items()}
    return render_template("checking.html", examples=fields, published=_load_published())


def _load_published() -> Published | None:
    with suppress(LogCorrupt, Unavailable):  # the algorithm is for times of trouble too
        evidence = services()[Evidence]
        size, note = evidence.publish_checkpoint()
        times = evidence.published.list_cosigners(note).items() if evidence.published else ()
        return Published(
            size, note, {name: None if at is None else datetime.fromtimestamp(at, UTC) for name, at in times}
        )
    return None
