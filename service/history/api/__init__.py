"""Endpoints of the past of a match, with one resource in a file."""
