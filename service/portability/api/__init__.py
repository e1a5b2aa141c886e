"""Exports and imports over HTTP: one resource a file."""
