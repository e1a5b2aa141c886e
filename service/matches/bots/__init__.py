"""Bots, in the background."""
