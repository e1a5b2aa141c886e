"""Rosters: lists of players as people write them, read, checked and previewed."""
