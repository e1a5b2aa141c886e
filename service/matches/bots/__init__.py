"""Bots of the service: `player` finds their turns, and the child process of `process` thinks."""
