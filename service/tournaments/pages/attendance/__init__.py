"""Departures and returns of players, as choices with costs and as notes on the desk."""
