"""Releases: the version, the changelog, and the files that are handed out."""
