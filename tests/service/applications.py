"""Services, opened for a while: to build an application takes ten times as long as to open its services."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from service.app import attach_services, build_app, services_of
from service.settings import Settings

_free: dict[object, list[Flask]] = defaultdict(list)


@contextmanager
def serving(settings: Settings) -> Iterator[Flask]:
    """The services, open; their application may be one that another test has done with."""
    assert settings.limits is None, "what was counted would be left over"
    built_with = settings.url, settings.proxies, settings.https, settings.traces
    app = _free[built_with].pop() if _free[built_with] else build_app(settings)
    attach_services(app, settings)
    try:
        yield app
    finally:
        services_of(app).close()
        _free[built_with].append(app)
