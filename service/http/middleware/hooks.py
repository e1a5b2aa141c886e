"""Hooks with the duties around every view.

A duty receives the request itself, because each use of Flask's proxy costs a look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from flask import Flask, Request, Response, request

Preparation: TypeAlias = Callable[[Request], None]
"""Checks or stores something before the view. It may raise a refusal."""
Completion: TypeAlias = Callable[[Request, Response], Response]
"""Completes the reply of the view, or returns another one."""


def init_app(app: Flask, before: Sequence[Preparation], after: Sequence[Completion]) -> None:
    """Lets each request of *app* pass the duties *before* and *after* its view, in this order."""

    def prepare() -> None:
        current: Request = request._get_current_object()  # type: ignore[attr-defined]
        for duty in before:
            duty(current)

    def complete(reply: Response) -> Response:
        current: Request = request._get_current_object()  # type: ignore[attr-defined]
        for duty in after:
            reply = duty(current, reply)
        return reply

    app.before_request(prepare)
    app.after_request(complete)
