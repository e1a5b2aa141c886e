"""Heavy views, which run in a process beside the server, and costly views, which need a budget of work."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask

View = TypeVar("View", bound=Callable[..., Any])

MAX_HEAVY_BYTES = 1024 * 1024
"""The largest body of a heavy request."""
_HEAVY, _COSTLY = "heavy", "costly"
"""The attributes of heavy and of costly views. Their wrappers pass them on."""
_ARGUMENT = re.compile(r"<(?:(\w+):)?\w+>")
_CONVERTERS = {"": "[^/]+", "int": r"\d+", "path": ".+"}
"""The part of a path that a converter of a rule takes."""


def heavy(view: View) -> View:
    """Marks *view* as read-only and as slower than 20 ms of processor time."""
    setattr(view, _HEAVY, True)
    return view


def costly(view: View) -> View:
    """Marks *view* as one without which people play on, such as an analysis or a new match.

    The service refuses it to an owner without a budget of work.
    """
    setattr(view, _COSTLY, True)
    return view


def is_costly(view: Callable[..., Any] | None) -> bool:
    """Returns whether *view* has the mark of costly views."""
    return hasattr(view, _COSTLY)


def heavy_paths(app: Flask, method: str) -> re.Pattern[str]:
    """Returns the pattern of the paths where heavy views of *app* answer requests of a *method*."""
    return marked_paths(app, _HEAVY, method)


def costly_paths(app: Flask) -> re.Pattern[str]:
    """Returns the pattern of the paths of costly views of *app*."""
    return marked_paths(app, _COSTLY)


def marked_paths(app: Flask, mark: str, method: str = "") -> re.Pattern[str]:
    """Returns the pattern of the paths of views of *app* with the attribute *mark*, for a *method* if any."""
    rules = (
        rule.rule
        for rule in app.url_map.iter_rules()
        if hasattr(app.view_functions[rule.endpoint], mark) and (not method or method in (rule.methods or ()))
    )
    return re.compile("|".join(path_pattern(rule).pattern for rule in rules))


def path_pattern(rule: str) -> re.Pattern[str]:
    """Returns the pattern of the paths that *rule* of the map of addresses takes."""
    pattern, end = "", 0
    for argument in _ARGUMENT.finditer(rule):
        pattern += re.escape(rule[end : argument.start()]) + _CONVERTERS[argument[1] or ""]
        end = argument.end()
    return re.compile(pattern + re.escape(rule[end:]))
