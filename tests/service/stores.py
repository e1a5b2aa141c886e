"""Which store a test over HTTP runs on: SQLite, or both where what comes of it depends on the store."""

from __future__ import annotations

import pytest

STORES = ("sqlite", "postgres and redis")

on_both_stores = pytest.mark.parametrize("settings", STORES, indirect=True)
"""For journeys that depend on the store; what each store promises by itself is held by `tests/stores`."""
