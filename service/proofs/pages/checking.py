"""Page with the algorithm of checks, for authors of other checkers."""

from __future__ import annotations

import json
from importlib import resources

from flask import render_template

from ...http.pages import Pages

checking = Pages("checking", __name__)

EXAMPLES = resources.files(__package__) / "checking.json"
"""Worked examples of the page, by name."""


@checking.get("/proof")
def show() -> str:
    """Shows the algorithm with examples to test a checker."""
    examples = json.loads(EXAMPLES.read_text("utf-8"))
    fields = {name: json.dumps(example, indent=1, ensure_ascii=False) for name, example in examples.items()}
    return render_template("checking.html", examples=fields)
