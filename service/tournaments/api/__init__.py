"""Endpoints of tournaments, one resource a file."""
