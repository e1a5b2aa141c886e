"""Commands for players and API tokens."""
