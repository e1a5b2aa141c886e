"""Readability: figures of names, prose, rooms and sizes, each below a limit that only falls."""
