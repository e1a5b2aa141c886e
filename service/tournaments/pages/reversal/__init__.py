"""Reversals and early steps on the desk, and the clock of the round."""
