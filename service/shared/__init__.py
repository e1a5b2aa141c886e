"""Modules that all rooms use."""
