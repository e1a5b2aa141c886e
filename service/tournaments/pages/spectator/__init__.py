"""Pages for spectators, such as standings, changes, the projector and frames."""
