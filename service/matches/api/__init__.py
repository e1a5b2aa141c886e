"""Matches over HTTP: one resource a file."""
