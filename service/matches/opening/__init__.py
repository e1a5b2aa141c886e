"""Openings of matches, with settings, clocks, seats, forks and rematches."""
