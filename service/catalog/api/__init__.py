"""Endpoints of games and rules, with one resource in a file."""
