"""Bots: they play their seats in the background, whoever looks on or has left."""
