"""Decisions of the staff on check-in, pairings, results and reversals."""
