"""Tournaments as event-sourced records above the matches.

The facts of a tournament form a stream of their own. `fold` returns its state after any of them. Commands
return the facts that follow, or raise `Refused`. No module here knows a game.
"""
