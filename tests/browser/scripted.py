"""The service as browsers meet it: chance is scripted, so the same answers always make the same match."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

from service import seeds
from service.bots import playing
from service.web import choices, setup
from service.wsgi import app

__all__ = ["app"]

patch.multiple(seeds, of_house=lambda: "as written", of_seat=lambda: "the seat's own").start()
for room in (playing, choices, setup):
    patch.object(room, "SystemRandom", lambda: Random(1)).start()
