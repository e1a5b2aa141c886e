"""Pieces that all rooms use: ids, errors, names of players, languages, caches."""
