"""Duties before and after each view."""
