"""Analyses of matches, such as causes, legality, reviews, what-ifs and puzzles."""
