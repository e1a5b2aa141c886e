"""Webhooks that deliver public facts at least once and in order (Standard Webhooks 1.0)."""

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
