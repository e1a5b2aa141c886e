"""The public address of the service, from the settings or the Host of the request.

`X-Forwarded-Host` has no effect. A client or a careless proxy may set it, and a shared cache might store a
link to a foreign site.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from ...settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SCHEMES = ("http", "https")


class PublicAddress:
    """Lets *app* find in each request the address *url*, if that is not empty, and one of our schemes."""

    def __init__(self, app: WSGIApplication, url: str) -> None:
        self._app, self._url = app, urlsplit(url)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request."""
        if self._url.netloc:
            environ["wsgi.url_scheme"], environ["HTTP_HOST"] = self._url.scheme, self._url.netloc
        elif environ["wsgi.url_scheme"] not in SCHEMES:  # a proxy has passed on what a client said
            environ["wsgi.url_scheme"] = "http"
        return self._app(environ, start_response)


def init_app(app: Flask, settings: Settings) -> None:
    """Configures the addresses of clients and of the service behind proxies."""
    app.wsgi_app = PublicAddress(app.wsgi_app, settings.url)  # type: ignore[method-assign]
    if far := settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=far, x_proto=far, x_host=0)  # type: ignore[method-assign]
