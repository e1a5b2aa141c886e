"""Rows of notifications, and of their receivers."""
