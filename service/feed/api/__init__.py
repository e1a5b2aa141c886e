"""Feeds and streams over HTTP: one resource a file."""
