"""What everybody may know of a player."""
