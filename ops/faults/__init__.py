"""Faults of a cluster under load."""
