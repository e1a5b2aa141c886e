"""Endpoints of matches, with one resource in a file."""
