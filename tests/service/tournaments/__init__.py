"""Tournaments as organizers, judges, players and the public meet them."""
