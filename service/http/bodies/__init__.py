"""Schemas and readers of the bodies and queries of requests."""
