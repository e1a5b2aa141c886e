"""Standings, their changes and reasons, and the places still possible."""
