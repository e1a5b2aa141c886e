"""Reads, checks and previews lists of players."""
