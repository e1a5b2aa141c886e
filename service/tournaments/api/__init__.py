"""Tournaments over HTTP: one resource a file."""
