"""Endpoints of the company of a match."""
