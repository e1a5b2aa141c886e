"""Pages of the lobby, of new matches and of a match."""
