"""Pages around a match: the lobby, the form for a new match, joining, and the match itself."""
