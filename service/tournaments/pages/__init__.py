"""Pages of tournaments for the public, the projector, players and organizers."""
