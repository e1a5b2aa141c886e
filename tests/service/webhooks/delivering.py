"""Delivers webhooks for the service of the environment, until it is killed."""

from __future__ import annotations

from threading import Event

from service.cli.context import open_services

if __name__ == "__main__":
    with open_services() as opened:
        opened.dispatcher.run(Event())
