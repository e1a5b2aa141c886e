"""Recordings over HTTP: one resource a file."""
