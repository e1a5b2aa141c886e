"""Corrections of registrations."""
