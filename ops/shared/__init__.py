"""Processes, connections and bots for the measurements and robots."""
