"""How each kind of problem that followers of the service and sites that frame its pages have comes about."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Api

FOLLOWERS: dict[str, Callable[[Api, Services], TestResponse]] = {
    "position-ahead": lambda api, services: api.get(f"/api/v1/facts?after={services.store.position() + 1}"),
    "wrong-parameter": lambda api, _: api.get("/oembed"),
    "not-offered": lambda api, _: api.get("/oembed?url=http://localhost/&format=xml"),
}
