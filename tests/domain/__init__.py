"""The core, chance, notation and the table around a game, none of which knows a game."""
