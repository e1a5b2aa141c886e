"""The service, opened for a while: to build an application takes ten times as long as to open a house."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from service.app import build_app, house_of, open_house
from service.settings import Settings

_free: dict[object, list[Flask]] = defaultdict(list)


@contextmanager
def serving(settings: Settings) -> Iterator[Flask]:
    """The service, open, with its house; its application may be one that another test has done with."""
    assert settings.limits is None, "what was counted would be left over"
    built_with = settings.url, settings.proxies, settings.https, settings.traces
    app = _free[built_with].pop() if _free[built_with] else build_app(settings)
    open_house(app, settings)
    try:
        yield app
    finally:
        house_of(app).close()
        _free[built_with].append(app)
