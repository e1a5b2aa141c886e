"""Delivers webhooks for the house of the environment, until it is killed."""

from __future__ import annotations

from threading import Event

from service.cli.context import house

if __name__ == "__main__":
    with house() as opened:
        opened.courier.run(Event())
