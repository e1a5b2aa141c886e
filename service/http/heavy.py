"""Heavy views, which process a whole match or tournament. A process beside the server runs them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask

View = TypeVar("View", bound=Callable[..., Any])

_MARK = "heavy"
"""The attribute of a heavy view. Its wrappers pass it on."""
_ARGUMENT = re.compile(r"<(?:(\w+):)?\w+>")
_CONVERTERS = {"": "[^/]+", "int": r"\d+", "path": ".+"}
"""The part of a path that a converter of a rule takes."""


def heavy(view: View) -> View:
    """Marks *view* as read-only and as slower than 20 ms of processor time."""
    setattr(view, _MARK, True)
    return view


def heavy_paths(app: Flask) -> re.Pattern[str]:
    """Returns the pattern of the paths that heavy views of *app* answer."""
    rules = (
        rule.rule for rule in app.url_map.iter_rules() if hasattr(app.view_functions[rule.endpoint], _MARK)
    )
    return re.compile("|".join(map(_path_pattern, rules)))


def _path_pattern(rule: str) -> str:
    """Returns the pattern of the paths that *rule* of the map of addresses takes."""
    pattern, end = "", 0
    for argument in _ARGUMENT.finditer(rule):
        pattern += re.escape(rule[end : argument.start()]) + _CONVERTERS[argument[1] or ""]
        end = argument.end()
    return pattern + re.escape(rule[end:])
