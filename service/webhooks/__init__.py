"""Webhooks after Standard Webhooks 1.0: other services are told of public facts, at least once, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of webhooks."""
    from ..http.contract.document import register_resources, register_webhook
    from . import api, contract

    register_resources(app, api.webhooks)
    register_webhook(app, contract.NAME, contract.DELIVERY)
