"""Decisions of the staff on check-in, pairings, results and steps back."""
