"""The settings of a command. Not every command reads them, and some open no services."""

from __future__ import annotations

import os

from service import settings
from service.settings import Settings


def chosen() -> Settings:
    """Returns the settings of the environment."""
    return settings.from_environment(os.environ)
