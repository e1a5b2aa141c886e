"""Lots of a tournament, drawn from its committed seed."""
