"""Tournaments: opened, run and looked at."""

from __future__ import annotations
