"""Hooks with the duties around every view, and the public address of the service.

A duty receives the request itself, because each use of Flask's proxy costs a look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from ...settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


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


SCHEMES = ("http", "https")


class PublicAddress:
    """The public address of *app* in each request, from the settings or the Host of the request.

    `X-Forwarded-Host` has no effect. A client or a careless proxy may set it, and a shared cache might store
    a link to a foreign site.
    """

    def __init__(self, app: WSGIApplication, url: str) -> None:
        self._app, self._url = app, urlsplit(url)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request."""
        if self._url.netloc:
            environ["wsgi.url_scheme"], environ["HTTP_HOST"] = self._url.scheme, self._url.netloc
        elif environ["wsgi.url_scheme"] not in SCHEMES:  # a proxy passed on a value of the client
            environ["wsgi.url_scheme"] = "http"
        return self._app(environ, start_response)


def wrap_application(app: Flask, settings: Settings) -> None:
    """Gives *app* the addresses of clients and of the service behind proxies."""
    app.wsgi_app = PublicAddress(app.wsgi_app, settings.url)  # type: ignore[method-assign]
    if far := settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=far, x_proto=far, x_host=0)  # type: ignore[method-assign]
