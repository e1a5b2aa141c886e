"""Tournaments: days told as play-by-plays, and the standings that come of them, computed by hand."""
