"""The service as browsers meet it: chance is scripted, so the same answers always make the same match."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

from service.history import position_editor
from service.matches.bots import player
from service.matches.opening import option_form, seeds
from service.wsgi import app

__all__ = ["app"]

patch.object(seeds, "server_seed", lambda: "as written").start()
for room in (player, option_form, position_editor):
    patch.object(room, "SystemRandom", lambda: Random(1)).start()
