"""Tournaments as pages: for everybody, for the projector, for players and for organizers."""
