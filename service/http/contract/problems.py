"""The types of problems, as the document lists them."""

from __future__ import annotations

from typing import Any

from ..addresses import API
from ..problem_types import KINDS, Kind


def describe_types(problem: dict[str, Any]) -> None:
    """Lists every type in the schema of a *problem*.

    It uses examples instead of an `enum`, because a generated client would fail on a type of a later version.
    """
    rows = "\n".join(map(_table_row, KINDS.values()))
    problem["properties"]["type"] |= {
        "description": (
            "The type of the problem, which a program may rely on. A later version may add types.\n\n"
            f"| `type` | Status | Meaning | Fix |\n|---|---|---|---|\n{rows}"
        ),
        "examples": [f"{API}/problems/{slug}" for slug in KINDS],
    }


def _table_row(kind: Kind) -> str:
    fix = kind.fix.replace("<", r"\<")  # or Markdown would take it for a tag
    return f"| `{API}/problems/{kind.slug}` | {kind.status} | {kind.title} | {fix} |"
