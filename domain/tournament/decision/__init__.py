"""Decisions of stages, with remaining players, places and winners."""
